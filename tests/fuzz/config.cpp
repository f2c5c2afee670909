#include <sketchbench/harness/config/cells.hpp>

#include <sketchbench/core/json.hpp>

#include "fuzz/input_file.hpp"
#include "fuzz/promise.hpp"
#include "fuzz/target.hpp"

namespace sketchbench::fuzz {
namespace {

void check_cells(const Config& config) {
  const std::vector<Cell> cells = expand(config);
  require(static_cast<double>(cells.size()) == count_cells(config),
          "grid, kernels, methods, D and seeds multiply");
  for (const Cell& cell : cells) {
    const Json description = describe(cell);
    require(describe(parse_cell(description)) == description, "a cell is read back from its description");
  }
}

}  // namespace

bool run_config(std::string_view input) {
  constexpr double most_described = 50;  // describing more takes longer than it tells
  static InputFile file("config.json");
  const std::filesystem::path& path = file.put(input);
  return accepts(path, [&] {
    const Config config = read_config(path);
    const Config quick = quick_variant(config);
    require(quick.seeds <= config.seeds && quick.quick, "a quick run has no more seeds");
    if (count_cells(config) <= most_described) check_cells(config);
    if (count_cells(quick) <= most_described) check_cells(quick);
  });
}

}  // namespace sketchbench::fuzz
