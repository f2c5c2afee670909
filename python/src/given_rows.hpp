#pragma once
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstdint>
#include <vector>

#include <sketchbench/core/rows.hpp>

namespace sketchbench::python {

using Matrix = nanobind::ndarray<nanobind::ro, nanobind::ndim<2>, nanobind::device::cpu>;
using Vector = nanobind::ndarray<nanobind::ro, nanobind::ndim<1>, nanobind::device::cpu>;

/// Memory for rows that cannot be used where they are.
struct RowBuffer {
  DenseMatrix dense;
  std::vector<std::int64_t> row_start;
  std::vector<std::int32_t> column;
  std::vector<float> value;
};

/// n x d rows as Python gives them: a matrix of float32 or float64 of any strides, or CSR arrays with
/// offsets and columns of int32 or int64. Dense float32 rows whose values follow each other, and values and
/// int32 columns of float32 CSR rows, are used where they are; the others are converted for as many rows as
/// are asked for. Keeps the arrays alive.
class GivenRows {
 public:
  /// TypeError for other numbers.
  explicit GivenRows(Matrix dense);
  /// ValueError where the arrays' lengths do not go together.
  GivenRows(Vector row_start, Vector column, Vector value, Index d);

  Index size() const { return n_; }
  Index dim() const { return d_; }
  bool is_sparse() const { return sparse_; }
  /// Numbers of a row, on average: all values of a dense one; those stored of a sparse one, and their
  /// columns.
  Index numbers_per_row() const;

  /// Rows begin .. end - 1, in place or in `buffer`, in which they last until it is used again. Touches no
  /// Python. InputError, with the row's number from 1, where a value is beyond single precision and where
  /// columns of a sparse row do not ascend or are no columns.
  Rows rows(Index begin, Index end, RowBuffer& buffer) const;
  Rows all(RowBuffer& buffer) const { return rows(0, n_, buffer); }

 private:
  Rows dense_rows(Index begin, Index end, RowBuffer& buffer) const;
  Rows sparse_rows(Index begin, Index end, RowBuffer& buffer) const;

  Index n_ = 0, d_ = 0;
  bool sparse_ = false;
  Matrix dense_;
  Vector row_start_, column_, value_;
};

/// Rows of a block that a thread converts and maps at once: some megabytes of them, and no more than leave
/// every thread a few blocks.
Index rows_at_once(const GivenRows& rows, int threads);

}  // namespace sketchbench::python
