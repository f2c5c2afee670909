#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <sketchbench/data/catalog.hpp>

namespace CLI {
class App;
}

namespace sketchbench {

/// Where the data are, as far as the command line says so.
struct DataOptions {
  std::optional<std::filesystem::path> mirror, data;
  std::vector<std::filesystem::path> datasets;  ///< folders of manifests

  /// The environment's places, with the command line's before them; manifests also beside the configurations.
  DataPaths paths(const std::vector<std::filesystem::path>& configurations = {}) const;
  /// What was given of them, as words of a command line.
  std::vector<std::string> words() const;
};

/// --datasets and --data: what a report needs to know of the data.
void add_report_options(CLI::App& command, DataOptions& options);
/// --datasets, --mirror and --data.
void add_data_options(CLI::App& command, DataOptions& options);

}  // namespace sketchbench
