// A plug-in of another version of the interface: whatever else it has would be called wrongly.
#include <sketchbench/features/external/sketchbench_plugin.h>

extern "C" const sketchbench_plugin_functions* sketchbench_plugin(void) {
  static sketchbench_plugin_functions functions{};
  functions.abi_version = SKETCHBENCH_PLUGIN_ABI + 1;
  return &functions;
}
