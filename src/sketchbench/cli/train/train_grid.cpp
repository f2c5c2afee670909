#include <sketchbench/cli/train/train_grid.hpp>

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include <sketchbench/cli/options/help.hpp>
#include <sketchbench/cli/options/number_option.hpp>
#include <sketchbench/cli/options/value_text.hpp>
#include <sketchbench/core/error.hpp>
#include <sketchbench/core/system/file.hpp>
#include <sketchbench/harness/cell/landmark_file.hpp>

namespace sketchbench {
namespace {

constexpr std::size_t most_points = 10'000;

/// Whether the kernel is a matrix that DATA holds; the options are then without it.
bool take_precomputed(MapOptions& options) {
  const auto kernel = options.kernel.find("kernel");
  if (kernel == options.kernel.end() || *kernel != "precomputed") return false;
  options.kernel.erase("kernel");
  if (!options.kernel.empty())
    throw InputError(
        fmt::format("--{}: a kernel matrix has no such parameter", options.kernel.begin().key()));
  if (!options.map.empty())
    throw InputError("--kernel precomputed: there are no rows that a map could be of, expected no --map");
  return true;
}

ModelRequest request_of(ModelOptions options) {
  const bool on_gram = take_precomputed(options.map);
  MapSpec spec = resolve_map(options.map);
  ModelRequest request{.map = spec.name,
                       .D = spec.request.D,
                       .map_parameters = spec.request.parameters,
                       .kernel = spec.request.kernel,
                       .learner = resolve_learner(options.learner),
                       .on_gram = on_gram,
                       .seed = spec.request.seed};
  if (!spec.name.empty() && spec.request.D == 0)
    throw InputError(
        "--D is missing, expected the number of mapped features, here or as \"D\" in a SPEC.json");
  request = complete_request(std::move(request));
  if (!uses_kernel(request) && !options.map.kernel.empty())
    throw InputError(
        fmt::format("--{}: nothing depends on a kernel here, expected --map, or a learner on a kernel",
                    options.map.kernel.begin().key()));
  if (!spec.name.empty())
    request.landmarks =
        rows_of(take_landmark_file(request.map_parameters, find_feature_map(spec.name),
                                   is_specification(options.map.map) ? folder_of(options.map.map) : ""));
  return request;
}

}  // namespace

void add_grid_options(CLI::App& command, std::vector<GridAxis>& axes) {
  const auto add = [&](TextOption<ModelOptions> option) {
    add_parsed_option(command, option.name, option.kind, option.help,
                      [&axes, option](const std::string& text) {
                        axes.push_back({option, listed_values(option.name, text)});
                      });
  };
  begin_group(command, option_group::map);
  for (const TextOption<MapOptions>& option : kernel_and_size_options())
    add({option.name, option.kind, option.help,
         [take = option.take](ModelOptions& to, const std::string& text) { take(to.map, text); }});
  begin_group(command, option_group::learner);
  for (const TextOption<LearnerOptions>& option : learner_key_options())
    add({option.name, option.kind, option.help,
         [take = option.take](ModelOptions& to, const std::string& text) { take(to.learner, text); }});
}

std::vector<GridPoint> grid_points(const ModelOptions& options, const std::vector<GridAxis>& axes) {
  std::vector<std::vector<std::string>> combinations = {{}};
  for (const GridAxis& axis : axes) {
    std::vector<std::vector<std::string>> longer;
    for (const auto& before : combinations)
      for (const std::string& value : axis.values) {
        longer.push_back(before);
        longer.back().push_back(value);
      }
    if (longer.size() > most_points)
      throw InputError(fmt::format("{} \"{}\" makes more than {} combinations, expected fewer values",
                                   axis.option.name, fmt::join(axis.values, ","), most_points));
    combinations = std::move(longer);
  }
  std::vector<GridPoint> points;
  for (auto& values : combinations) {
    ModelOptions chosen = options;
    for (std::size_t k = 0; k < axes.size(); ++k) axes[k].option.take(chosen, values[k]);
    points.push_back({request_of(chosen), std::move(values)});
  }
  return points;
}

}  // namespace sketchbench
