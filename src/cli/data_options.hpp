#pragma once
#include <filesystem>
#include <optional>

#include "data/catalog.hpp"

namespace CLI {
class App;
}

namespace sketchbench {

/// Where the data are, as far as the command line says so.
struct DataOptions {
  std::optional<std::filesystem::path> mirror, data;

  /// The environment's places, with the command line's before them.
  DataPaths paths() const;
};

/// --mirror and --data.
void add_data_options(CLI::App& command, DataOptions& options);

}  // namespace sketchbench
