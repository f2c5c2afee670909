#pragma once
#include <fmt/format.h>

#include <string>
#include <string_view>

#include <sketchbench/learners/specification.hpp>

namespace sketchbench {

// "C", "eps", "cache_mb" and "shrinking": what all kernel machines are configured by. Params is a learner's
// own.

/// Reads and checks them, with the defaults of Params: the canonical form.
template <class Params>
Json canonical_kernel_machine(StrictObject& spec) {
  const Params defaults;
  const double C = positive_number_or(spec, "C", defaults.C),
               eps = positive_number_or(spec, "eps", defaults.eps);
  const double cache_mb = positive_number_or(spec, "cache_mb", defaults.cache_mb);
  const bool shrinking = spec.boolean_or("shrinking", defaults.shrinking);
  return {{"C", C}, {"eps", eps}, {"cache_mb", cache_mb}, {"shrinking", shrinking}};
}

template <class Params>
Params parse_kernel_machine(const Json& canonical) {
  Params params;
  params.C = canonical.at("C").get<double>();
  params.eps = canonical.at("eps").get<double>();
  params.cache_mb = canonical.at("cache_mb").get<double>();
  params.shrinking = canonical.at("shrinking").get<bool>();
  return params;
}

/// LearnerKind::in_words: "kernel cache 4000 MB".
inline std::string kernel_machine_in_words(std::string_view key, const Json& value) {
  return key == "cache_mb" && value.is_number() ? fmt::format("kernel cache {:g} MB", value.get<double>())
                                                : "";
}

}  // namespace sketchbench
