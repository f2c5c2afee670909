#include <sketchbench/harness/config/cells.hpp>

#include <fmt/format.h>

#include <algorithm>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/text.hpp>
#include <sketchbench/features/feature_map.hpp>
#include <sketchbench/harness/cell/cell_map.hpp>
#include <sketchbench/harness/cell/experiment.hpp>

namespace sketchbench {
namespace {

/// The seeds of a method's cells; one empty one where there is nothing to draw, or the experiment draws its
/// own.
std::vector<std::optional<Seed>> seeds_of(const Config& config, const MethodEntry& method) {
  if (!is_seeded(config, method)) return {std::nullopt};
  std::vector<std::optional<Seed>> seeds(config.only_seeds.begin(), config.only_seeds.end());
  for (int seed = 1; config.only_seeds.empty() && seed <= config.seeds; ++seed)
    seeds.emplace_back(static_cast<Seed>(seed));
  return seeds;
}

double number_of_seeds(const Config& config) {
  if (!find_experiment(config.experiment).seeded) return 1;
  return config.only_seeds.empty() ? config.seeds : static_cast<double>(config.only_seeds.size());
}

double number_of_D(const Config& config) {
  double sum = 0;
  for (const GridEntry& entry : config.grid) sum += static_cast<double>(entry.D.size());
  return sum;
}

/// "configs/mine.json: 2 grid entries with 1,500 D x 1 kernel x 3 methods x 100,000 seeds".
std::string factors(const Config& config) {
  return fmt::format("{}: {} with {} D x {} x {} x {}", config.file.string(),
                     plural(std::ssize(config.grid), "grid entry", "grid entries"),
                     with_commas(static_cast<std::int64_t>(number_of_D(config))),
                     plural(std::ssize(config.kernels), "kernel"),
                     plural(std::ssize(config.methods), "method"),
                     plural(static_cast<std::int64_t>(number_of_seeds(config)), "seed"));
}

}  // namespace

bool is_seeded(const Config& config, const MethodEntry& method) {
  return find_experiment(config.experiment).seeded && method.method != exact_method &&
         kind_of_map(method.method, method.external).draws;
}

double count_cells(const Config& config) {
  double of_one_kernel = 0;
  for (const GridEntry& entry : config.grid)
    for (const MethodEntry& method : config.methods) {
      if (entry.without.contains(method.method)) continue;
      const double seeds = is_seeded(config, method) ? number_of_seeds(config) : 1;
      of_one_kernel += method.method == exact_method ? 1 : static_cast<double>(entry.D.size()) * seeds;
    }
  return static_cast<double>(config.kernels.size()) * of_one_kernel;
}

void require_countable(const std::vector<Config>& configs) {
  double cells = 0;
  const Config* largest = nullptr;
  for (const Config& config : configs) {
    cells += count_cells(config);
    if (largest == nullptr || count_cells(config) > count_cells(*largest)) largest = &config;
  }
  if (cells <= most_cells) return;
  throw InputError(
      fmt::format("{} make {:.3g} cells, and a run takes at most {}; lower \"seeds\" or shorten \"D\", or "
                  "take a part of them with a filter, for example seed=1,2,3",
                  factors(*largest), cells, with_commas(static_cast<std::int64_t>(most_cells))));
}

void for_each_group(const Config& config, const CellGroupVisit& visit) {
  const std::vector<std::optional<Seed>> none = {std::nullopt};
  for (std::size_t i = 0; i < config.grid.size(); ++i) {
    const GridEntry& entry = config.grid[i];
    for (const Kernel& kernel : config.kernels) {
      for (const MethodEntry& method : config.methods) {
        if (entry.without.contains(method.method)) continue;
        const std::vector<std::optional<Seed>> seeds = seeds_of(config, method);
        Cell cell{.experiment = config.experiment,
                  .dataset = entry.dataset,
                  .kernel = kernel,
                  .method = method.method,
                  .map_parameters = method.parameters,
                  .learner = method.learner,
                  .parameters = config.parameters,
                  .given = method.given,
                  .external = method.external};
        if (method.method == exact_method) {
          visit(cell, i, none);
          continue;
        }
        for (const Index D : entry.D) {
          cell.D = D;
          if (entry.d_follows_D) cell.dataset.d = D;
          visit(cell, i, seeds);
        }
      }
    }
  }
}

void for_each_cell(const Config& config, const std::function<void(Cell&& cell, std::size_t entry)>& visit) {
  for_each_group(config,
                 [&](const Cell& group, std::size_t entry, std::span<const std::optional<Seed>> seeds) {
                   for (const std::optional<Seed>& seed : seeds) {
                     Cell cell = group;
                     cell.seed = seed;
                     visit(std::move(cell), entry);
                   }
                 });
}

std::vector<Cell> expand(const Config& config) {
  require_countable({config});
  std::vector<Cell> cells;
  for_each_cell(config, [&](Cell&& cell, std::size_t) { cells.push_back(std::move(cell)); });
  return cells;
}

std::string place_in_grid(const Config& config, std::size_t entry, std::string_view key) {
  const std::size_t place = entry < config.grid.size() ? config.grid[entry].place.value_or(entry) : entry;
  return fmt::format("{}: \"grid[{}].{}\"", config.file.string(), place, key);
}

}  // namespace sketchbench
