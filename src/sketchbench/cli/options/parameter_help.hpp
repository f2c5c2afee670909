#pragma once
#include <string>
#include <vector>

#include <sketchbench/core/fields.hpp>

namespace sketchbench {

/// For help, a line each: "    \"q\": powers of F^T F; a whole number from 0 to 10 (default 1)".
std::string parameter_lines(const std::vector<FieldInfo>& parameters);

/// What the "parameters" of a configuration may say, by experiment.
std::string about_experiments();

}  // namespace sketchbench
