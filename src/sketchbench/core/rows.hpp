#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include <sketchbench/core/types.hpp>

namespace sketchbench {

/// The non-zeros of one row: ascending column numbers from 0, and their values.
struct SparseRow {
  std::span<const std::int32_t> column;
  std::span<const float> value;
};

/// A read-only view of n rows with d columns in single precision, dense (row-major) or sparse (CSR). Owns
/// nothing.
class Rows {
 public:
  Rows() = default;
  /// values: n x d, row i starts at values + i * stride (stride >= d, in floats).
  static Rows dense(const float* values, Index n, Index d, Index stride);
  /// row_start: n + 1 offsets into column and value; columns ascend within a row.
  static Rows sparse(const std::int64_t* row_start, const std::int32_t* column, const float* value, Index n,
                     Index d);

  Index size() const { return n_; }
  Index dim() const { return d_; }
  bool is_sparse() const { return row_start_ != nullptr; }
  /// Stored values: n * d when dense.
  Index stored() const { return is_sparse() ? row_start_[n_] - row_start_[0] : n_ * d_; }

  /// Row i of a dense view.
  std::span<const float> dense_row(Index i) const {
    return {value_ + i * stride_, static_cast<std::size_t>(d_)};
  }
  /// Row i of a sparse view.
  SparseRow sparse_row(Index i) const {
    const auto begin = row_start_[i], count = row_start_[i + 1] - begin;
    return {{column_ + begin, static_cast<std::size_t>(count)},
            {value_ + begin, static_cast<std::size_t>(count)}};
  }
  /// The storage itself, for what takes pointers: of a dense view, row i at values() + i * stride(); of a
  /// sparse one, row i at row_start()[i] to row_start()[i + 1] of columns() and values().
  const float* values() const { return value_; }
  Index stride() const { return stride_; }
  const std::int64_t* row_start() const { return row_start_; }
  const std::int32_t* columns() const { return column_; }

  /// Rows begin .. end - 1, without copying.
  Rows slice(Index begin, Index end) const;

  /// Calls visit(column, value) for the non-zeros of row i in ascending order, whatever the storage.
  template <class Visit>
  void for_each_nonzero(Index i, Visit&& visit) const {
    if (is_sparse()) {
      const SparseRow row = sparse_row(i);
      for (std::size_t k = 0; k < row.column.size(); ++k)
        visit(static_cast<Index>(row.column[k]), row.value[k]);
    } else {
      const auto row = dense_row(i);
      for (std::size_t j = 0; j < row.size(); ++j)
        if (row[j] != 0.0f) visit(static_cast<Index>(j), row[j]);
    }
  }

 private:
  Index n_ = 0, d_ = 0, stride_ = 0;
  const std::int64_t* row_start_ = nullptr;
  const std::int32_t* column_ = nullptr;
  const float* value_ = nullptr;
};

/// Stored values of a row, on average.
inline double stored_per_row(const Rows& x) {
  return x.size() > 0 ? static_cast<double>(x.stored()) / static_cast<double>(x.size()) : 0;
}

/// <x_i, y_j> in double precision, for any mix of storages.
double inner_product(const Rows& x, Index i, const Rows& y, Index j);
/// |x_i|^2 in double precision.
double squared_norm(const Rows& x, Index i);

/// A sparse matrix that owns its memory, built row by row.
struct CsrMatrix {
  Index d = 0;
  std::vector<std::int64_t> row_start{0};
  std::vector<std::int32_t> column;
  std::vector<float> value;

  Index size() const { return static_cast<Index>(row_start.size()) - 1; }
  /// Columns of a row must be pushed in ascending order; zeros are better left out.
  void push(Index col, float v) {
    column.push_back(static_cast<std::int32_t>(col));
    value.push_back(v);
  }
  /// Makes room for `values` more values in `rows` more rows, which can then be pushed without growing. For
  /// rows whose number comes from outside: MemoryShortage, before anything is allocated, when there is none.
  void make_room(Index values, Index rows = 1);
  void end_row() { row_start.push_back(static_cast<std::int64_t>(column.size())); }
  Rows view() const { return Rows::sparse(row_start.data(), column.data(), value.data(), size(), d); }
};

/// A row-major float32 matrix that owns its memory.
struct DenseMatrix {
  Index n = 0, d = 0;
  std::vector<float> value;

  DenseMatrix() = default;
  DenseMatrix(Index rows, Index cols) : n(rows), d(cols), value(static_cast<std::size_t>(rows * cols)) {}
  float* row(Index i) { return value.data() + i * d; }
  const float* row(Index i) const { return value.data() + i * d; }
  Rows view() const { return Rows::dense(value.data(), n, d, d); }
};

/// The same rows in the other storage; zeros are left out of sparse rows.
DenseMatrix to_dense(const CsrMatrix& x);
CsrMatrix to_sparse(const DenseMatrix& x);

/// Where a caller wants rows written: n x d, row-major, row i at data + i * stride.
struct MatrixRef {
  float* data = nullptr;
  Index n = 0, d = 0, stride = 0;

  MatrixRef() = default;
  MatrixRef(float* values, Index rows, Index cols, Index row_stride)
      : data(values), n(rows), d(cols), stride(row_stride) {}
  MatrixRef(DenseMatrix& m)
      : data(m.value.data()), n(m.n), d(m.d), stride(m.d) {}  // NOLINT: a view, as intended
  float* row(Index i) const { return data + i * stride; }
  MatrixRef slice(Index begin, Index end) const { return {data + begin * stride, end - begin, d, stride}; }
};

}  // namespace sketchbench
