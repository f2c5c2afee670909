#include <sketchbench/core/owned_rows.hpp>

#include <algorithm>
#include <numeric>
#include <vector>

namespace sketchbench {
namespace {

DenseMatrix copy_dense_rows(const Rows& from, std::span<const Index> rows) {
  DenseMatrix result(static_cast<Index>(rows.size()), from.dim());
  float* to = result.value.data();
  for (const Index row : rows) to = std::ranges::copy(from.dense_row(row), to).out;
  return result;
}

}  // namespace

OwnedRows::OwnedRows(const Rows& from, std::span<const Index> rows) {
  if (from.is_sparse())
    matrix_ = copy_sparse_rows(from, rows);
  else
    matrix_ = copy_dense_rows(from, rows);
}

OwnedRows OwnedRows::copy_of(const Rows& from) {
  std::vector<Index> all(static_cast<std::size_t>(from.size()));
  std::iota(all.begin(), all.end(), Index{0});
  return {from, all};
}

Rows OwnedRows::view() const {
  return std::visit([](const auto& matrix) { return matrix.view(); }, matrix_);
}

double OwnedRows::memory(Index rows, Index d) {
  return static_cast<double>(rows) *
         (static_cast<double>(sizeof(float) + sizeof(std::int32_t)) * static_cast<double>(d) +
          static_cast<double>(sizeof(std::int64_t)));
}

CsrMatrix copy_sparse_rows(const Rows& from, std::span<const Index> rows) {
  CsrMatrix result;
  result.d = from.dim();
  std::size_t stored = 0;
  for (const Index row : rows) stored += from.sparse_row(row).column.size();
  result.make_room(static_cast<Index>(stored), static_cast<Index>(rows.size()));
  for (const Index row : rows) {
    const SparseRow source = from.sparse_row(row);
    result.column.insert(result.column.end(), source.column.begin(), source.column.end());
    result.value.insert(result.value.end(), source.value.begin(), source.value.end());
    result.end_row();
  }
  return result;
}

}  // namespace sketchbench
