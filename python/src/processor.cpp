#include <nanobind/nanobind.h>

namespace {

namespace nb = nanobind;

/// The levels that this processor has, the least first; the names of cmake/levels.cmake.
nb::list levels() {
  nb::list found;
  found.append("baseline");
#if defined(__x86_64__)
  __builtin_cpu_init();
  if (__builtin_cpu_supports("x86-64-v3")) {
    found.append("avx2");
    if (__builtin_cpu_supports("x86-64-v4")) found.append("avx512");
  }
#endif
  return found;
}

/// Of a build for one machine's instructions alone, the level that they are of; empty: there are several.
const char* native_level() { return SKETCHBENCH_NATIVE_LEVEL; }

}  // namespace

// Compiled for any processor of the architecture: it is asked before anything else is loaded.
NB_MODULE(_processor, module) {
  module.doc() = "What this processor can run.";
  module.def("levels", &levels, "Levels of instructions that it has, the least first.");
  module.def("native_level", &native_level,
             "The level of a build for one machine's instructions alone; empty where there are several.");
}
