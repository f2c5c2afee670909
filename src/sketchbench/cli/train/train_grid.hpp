#pragma once
#include <optional>
#include <string>
#include <vector>

#include <sketchbench/cli/options/learner_options.hpp>
#include <sketchbench/cli/options/map_options.hpp>
#include <sketchbench/models/model_request.hpp>

namespace CLI {
class App;
}

namespace sketchbench {

/// A map or none, its kernel, and a learner, as the command line asks for them.
struct ModelOptions {
  MapOptions map;
  LearnerOptions learner;
};

/// The values of one option.
struct GridAxis {
  TextOption<ModelOptions> option;
  std::vector<std::string> values;
};

/// One point of the grid, with the texts of its axes.
struct GridPoint {
  ModelRequest request;
  std::vector<std::string> values;
};

/// The options of the map, the kernel and the learner whose values can be many. `axes` gets those that are
/// given, in the order of the options.
void add_grid_options(CLI::App& command, std::vector<GridAxis>& axes);

/// All combinations, the last axis fastest: the learner's are last, so that neighbours share their features.
/// InputError for what does not go together, or for more combinations than there can be.
std::vector<GridPoint> grid_points(const ModelOptions& options, const std::vector<GridAxis>& axes);

}  // namespace sketchbench
