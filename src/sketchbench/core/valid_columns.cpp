#include <sketchbench/core/valid_columns.hpp>

#include <fmt/format.h>

#include <sketchbench/core/error.hpp>

namespace sketchbench {
namespace {

bool is_valid(std::span<const std::int32_t> column, Index d) {
  if (column.empty()) return true;
  bool ascends = true;  // without a branch, so that the loop is vectorised
  for (std::size_t k = 1; k < column.size(); ++k) ascends &= column[k] > column[k - 1];
  return ascends && column.front() >= 0 && column.back() < d;
}

}  // namespace

void require_valid_columns(const Rows& x, Index first_row) {
  if (!x.is_sparse()) return;
  for (Index i = 0; i < x.size(); ++i) {
    if (x.row_start()[i + 1] < x.row_start()[i])
      throw InputError(fmt::format("row {} ends before it begins", first_row + i + 1));
    const std::span<const std::int32_t> column = x.sparse_row(i).column;
    if (is_valid(column, x.dim())) continue;
    Index before = -1;
    for (const std::int32_t here : column) {
      if (here <= before || here >= x.dim())
        throw InputError(fmt::format("row {} has column {}{}, expected ascending columns from 0 to {}",
                                     first_row + i + 1, here,
                                     before < 0 ? "" : fmt::format(" behind {}", before), x.dim() - 1));
      before = here;
    }
  }
}

}  // namespace sketchbench
