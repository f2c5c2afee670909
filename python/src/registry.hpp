#pragma once
#include <string>

namespace sketchbench::python {

/// What is registered, as JSON: {"maps": [...], "kernels": [...]}. A map has "name", "title", "summary",
/// "citation", "claim", "claim_letters", "remark", "looks_at_data", "draws", "unbiased", "fast_form_of",
/// "kernels" (families that it supports) and "parameters"; a kernel "family" and "parameters" with
/// their default values; a parameter of a map "name", "meaning", "default", "low", "high", "choices" and
/// "file".
std::string registry_json();

}  // namespace sketchbench::python
