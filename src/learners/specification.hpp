#pragma once
#include <limits>
#include <string_view>

#include "core/json.hpp"

namespace sketchbench {

/// A number above 0 out of a learner's specification; InputError with file and key for any other.
inline double positive_number_or(StrictObject& spec, std::string_view key, double fallback) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  constexpr const char* above_zero = "a number above 0";
  if (spec.has(key) && !spec.raw(key).is_number()) spec.fail(key, above_zero);
  const double value = spec.number_or(key, fallback, -infinity, infinity);
  if (!(value > 0)) spec.fail(key, above_zero);
  return value;
}

}  // namespace sketchbench
