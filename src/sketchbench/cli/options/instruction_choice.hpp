#pragma once

namespace sketchbench {

/// Obeys the environment's SKETCHBENCH_INSTRUCTIONS: the best instruction set that the library may use,
/// "baseline", "avx2" or "avx512". Where the loader of shared libraries has taken a better one
/// (cmake/levels.cmake), the program starts again with the library asked for, and this does not return.
/// InputError for another value, where there is no such library, as in a build for one machine, and where the
/// loader takes a better one nevertheless.
void apply_isa_override(char** argv);

}  // namespace sketchbench
