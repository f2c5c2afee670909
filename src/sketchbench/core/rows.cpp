#include <sketchbench/core/rows.hpp>

#include <sketchbench/core/system/memory.hpp>

namespace sketchbench {

Rows Rows::dense(const float* values, Index n, Index d, Index stride) {
  Rows rows;
  rows.n_ = n;
  rows.d_ = d;
  rows.stride_ = stride;
  rows.value_ = values;
  return rows;
}

Rows Rows::sparse(const std::int64_t* row_start, const std::int32_t* column, const float* value, Index n,
                  Index d) {
  Rows rows;
  rows.n_ = n;
  rows.d_ = d;
  rows.row_start_ = row_start;
  rows.column_ = column;
  rows.value_ = value;
  return rows;
}

Rows Rows::slice(Index begin, Index end) const {
  Rows part = *this;
  part.n_ = end - begin;
  if (is_sparse())
    part.row_start_ += begin;
  else
    part.value_ += begin * stride_;
  return part;
}

double inner_product(const Rows& x, Index i, const Rows& y, Index j) {
  double sum = 0;
  if (x.is_sparse() && y.is_sparse()) {
    const SparseRow a = x.sparse_row(i), b = y.sparse_row(j);
    for (std::size_t s = 0, t = 0; s < a.column.size() && t < b.column.size();) {
      if (a.column[s] == b.column[t])
        sum += static_cast<double>(a.value[s++]) * b.value[t++];
      else if (a.column[s] < b.column[t])
        ++s;
      else
        ++t;
    }
    return sum;
  }
  if (x.is_sparse()) return inner_product(y, j, x, i);
  const auto a = x.dense_row(i);
  y.for_each_nonzero(
      j, [&](Index c, float v) { sum += static_cast<double>(a[static_cast<std::size_t>(c)]) * v; });
  return sum;
}

double squared_norm(const Rows& x, Index i) {
  double sum = 0;
  x.for_each_nonzero(i, [&](Index, float v) { sum += static_cast<double>(v) * v; });
  return sum;
}

void CsrMatrix::make_room(Index values, Index rows) {
  constexpr const char* what = "a matrix of this size";
  sketchbench::make_room(column, static_cast<std::size_t>(values), what);
  sketchbench::make_room(value, static_cast<std::size_t>(values), what);
  sketchbench::make_room(row_start, static_cast<std::size_t>(rows), what);
}

DenseMatrix to_dense(const CsrMatrix& x) {
  DenseMatrix dense(x.size(), x.d);
  for (Index i = 0; i < x.size(); ++i)
    x.view().for_each_nonzero(i, [&](Index column, float value) { dense.row(i)[column] = value; });
  return dense;
}

CsrMatrix to_sparse(const DenseMatrix& x) {
  CsrMatrix sparse;
  sparse.d = x.d;
  for (Index i = 0; i < x.n; ++i) {
    for (Index j = 0; j < x.d; ++j)
      if (x.row(i)[j] != 0) sparse.push(j, x.row(i)[j]);
    sparse.end_row();
  }
  return sparse;
}

}  // namespace sketchbench
