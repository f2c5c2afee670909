#pragma once
#include <span>

#include <sketchbench/core/fields.hpp>

namespace sketchbench {

/// Order statistics of repeated measurements. A disturbance makes a time longer and never shorter, so the
/// median and the quartiles say more of it than mean and deviation do.
struct Quartiles {
  double min = 0, q1 = 0, median = 0, q3 = 0, max = 0;

  /// Of seconds and other numbers that are not below 0.
  static const Fields<Quartiles>& fields();
};

/// Between two order statistics a quartile is interpolated: q1 of n sorted values is where 1 + (n - 1) / 4
/// points (Hyndman & Fan 1996, definition 7). Throws Error when there are no values.
Quartiles quartiles_of(std::span<const double> values);

}  // namespace sketchbench
