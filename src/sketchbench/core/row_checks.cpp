#include <sketchbench/core/row_checks.hpp>

#include <fmt/format.h>
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>

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

// The largest magnitude's bits: whole numbers, so that the loop is vectorised where one of comparisons would
// not be.
bool all_finite(std::span<const float> values) {
  static_assert(std::numeric_limits<float>::is_iec559);
  constexpr std::uint32_t magnitude = 0x7fffffff, infinity = 0x7f800000;
  std::uint32_t largest = 0;
  for (const float value : values)
    largest = std::max(largest, std::bit_cast<std::uint32_t>(value) & magnitude);
  return largest < infinity;
}

void require_finite(const Rows& rows, Index first_row, std::string_view what, std::string_view advice) {
  for (Index i = 0; i < rows.size(); ++i) {
    if (all_finite(rows.is_sparse() ? rows.sparse_row(i).value : rows.dense_row(i))) continue;
    rows.for_each_nonzero(i, [&](Index column, float value) {
      if (!std::isfinite(value)) fail_not_finite(what, first_row + i, column, value, advice);
    });
  }
}

void require_finite(const MatrixRef& rows, Index first_row, std::string_view what, std::string_view advice) {
  require_finite(Rows::dense(rows.data, rows.n, rows.d, rows.stride), first_row, what, advice);
}

void fail_not_finite(std::string_view what, Index row, Index column, double value, std::string_view advice) {
  throw InputError(fmt::format("{}: row {}, feature {} is {}, which is beyond single precision: {}", what,
                               row + 1, column + 1, value, scaling_advice({advice})));
}

void fail_not_finite(std::string_view what) {
  throw InputError(
      fmt::format("{} is not finite, beyond the range of numbers: {}", what, scaling_advice({})));
}

std::string scaling_advice(std::initializer_list<std::string_view> others) {
  std::string advice = "scale the data";
  for (const std::string_view other : others)
    if (!other.empty()) advice += fmt::format(", or {}", other);
  return advice;
}

}  // namespace sketchbench
