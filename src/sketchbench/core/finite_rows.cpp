#include <sketchbench/core/finite_rows.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>

#include <sketchbench/core/error.hpp>

namespace sketchbench {
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
