#pragma once
#include <string>

namespace sketchbench {

/// A table of Markdown with all parameters of the "maps", the "learners", the "kernels" or the "experiments":
/// name, whose, values, default and meaning. InputError, with the nearest name, for anything else.
std::string parameters_text(const std::string& whose);

}  // namespace sketchbench
