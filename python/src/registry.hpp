#pragma once
#include <string>

namespace sketchbench::python {

/// What is registered, as JSON: {"maps": [...], "kernels": [...], "learners": [...]}.
///
/// A map has "name", "title", "summary", "formula", "citation", "claim", "claim_letters", "remark",
/// "looks_at_data", "draws", "unbiased", "fast_form_of"; "class", "form" and "is_default_form" (PythonClass
/// in features/feature_map.hpp); "kernels", of each family that it supports an example, {"kernel": family,
/// ...}; and "parameters", which have "name", "meaning", "type" (as Python calls it), "default", "expected"
/// and "file", as FieldInfo says of each.
///
/// A kernel has "family", "formula", "described" (with its sigma in terms of gamma), "parameters" likewise,
/// and "sigma": null, or {"factor", "power"} (GammaRelation in kernels/sigma.hpp) and the bounds of
/// sigma, "least" and "most".
///
/// A learner that trains on a kernel has "type" and "kernels" as a map has them.
std::string registry_json();

}  // namespace sketchbench::python
