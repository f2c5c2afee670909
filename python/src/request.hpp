#pragma once
#include <string>

#include <sketchbench/models/model_request.hpp>

namespace sketchbench::python {

/// Reads {"map": NAME, "D": N, "parameters": {...}, "kernel": {"kernel": FAMILY, ...}, "learner": {...},
/// "seed": N, "probabilities": false}; all but what is asked for may be left out. InputError names key, value
/// and what was expected.
ModelRequest parse_request(const std::string& json, int threads);

/// {"kernel": FAMILY, ...}.
Kernel parse_kernel(const std::string& json);

}  // namespace sketchbench::python
