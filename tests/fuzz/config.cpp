#include "harness/config.hpp"

#include "experiments/experiment.hpp"
#include "fuzz/input_file.hpp"
#include "fuzz/promise.hpp"
#include "fuzz/target.hpp"

namespace sketchbench::fuzz {
namespace {

/// Cells that expand() makes; as a double, because a file can ask for more than fit into an Index.
double cells_of(const Config& config) {
  const double seeds = find_experiment(config.experiment).seeded ? config.seeds : 1;
  double cells = 0;
  for (const GridEntry& entry : config.grid)
    for (const MethodEntry& method : config.methods)
      cells += static_cast<double>(config.kernels.size()) *
               (method.method == exact_method ? 1 : static_cast<double>(entry.D.size()) * seeds);
  return cells;
}

void check_cells(const Config& config) {
  const std::vector<Cell> cells = expand(config);
  require(static_cast<double>(cells.size()) == cells_of(config),
          "grid, kernels, methods, D and seeds multiply");
  for (const Cell& cell : cells) {
    const Json description = describe(cell);
    require(describe(parse_cell(description)) == description, "a cell is read back from its description");
  }
}

}  // namespace

bool run_config(std::string_view input) {
  constexpr double most_cells = 50;  // describing more takes longer than it tells
  static InputFile file("config.json");
  const std::filesystem::path& path = file.put(input);
  return accepts(path, [&] {
    const Config config = read_config(path);
    const Config quick = quick_variant(config);
    require(quick.seeds <= config.seeds && quick.quick, "a quick run has no more seeds");
    if (cells_of(config) <= most_cells) check_cells(config);
    if (cells_of(quick) <= most_cells) check_cells(quick);
  });
}

}  // namespace sketchbench::fuzz
