#include "cli/data_options.hpp"

#include <CLI/CLI.hpp>

namespace sketchbench {

DataPaths DataOptions::paths() const {
  DataPaths paths = DataPaths::from_environment();
  if (!mirror.empty()) paths.mirror = mirror;
  if (!data.empty()) paths.cache = data;
  return paths;
}

void add_data_options(CLI::App& command, DataOptions& options) {
  command.add_option("--mirror", options.mirror,
                     "folder with the publishers' files, tried before the network (default: "
                     "SKETCHBENCH_MIRROR)");
  command.add_option("--data", options.data,
                     "cache of data sets (default: SKETCHBENCH_DATA or datasets/cache)");
}

}  // namespace sketchbench
