#pragma once
#include <string>

namespace sketchbench::python {

/// What is registered, as JSON: {"maps": [...], "kernels": [...], "learners": [...]}.
///
/// A map has "name", "title", "summary", "formula", "citation", "claim", "claim_letters", "remark",
/// "looks_at_data", "draws", "unbiased", "fast_form_of"; "class", "form" and "is_default_form" (PythonClass
/// in features/feature_map.hpp); "kernels", of each family that it supports an example, {"kernel": family,
/// ...}; and "parameters", which have "name", "meaning", "default", "low", "high", "choices" and "file".
///
/// A kernel has "family", "formula", "parameters" with "name", "default", "low" and "high" (null: no bound),
/// and "sigma": null, or {"factor", "power", "text"} (GammaRelation in kernels/sigma.hpp).
///
/// A learner that trains on a kernel has "type" and "kernels" as a map has them.
std::string registry_json();

}  // namespace sketchbench::python
