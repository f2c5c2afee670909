#pragma once
#include <limits>
#include <string_view>

#include <sketchbench/core/json.hpp>

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

// "features": "held" (the default), or "streamed": recomputed in every pass and never held all at once. The
// default is not in the canonical form: records from before there was a choice stay valid.

inline bool reads_streamed_features(StrictObject& spec) {
  const std::string features = spec.text_or("features", "held");
  if (features != "held" && features != "streamed") spec.fail("features", "\"held\" or \"streamed\"");
  return features == "streamed";
}
inline void add_streamed_features(Json& canonical) { canonical["features"] = "streamed"; }
inline bool asks_for_streams(const Json& canonical) { return canonical.contains("features"); }

}  // namespace sketchbench
