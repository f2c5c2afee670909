#include <gtest/gtest.h>

#include <sketchbench/harness/cell/cell_map.hpp>
#include <sketchbench/harness/config/cells.hpp>
#include <sketchbench/harness/config/config.hpp>
#include "papers/paper_claims.hpp"
#include "papers/paper_list.hpp"

namespace sketchbench::nips01 {
namespace {

constexpr Index rows = 1000;   // of a quick run
constexpr Index columns = 54;  // of Covertype, which has the fewest

std::vector<Config> configurations() {
  std::vector<std::string> names = find_paper("nips01", papers()).figures;
  names.emplace_back("kpca_sizes");
  std::vector<Config> all;
  for (const std::string& name : names) all.push_back(read_config(find_config(name)));
  return all;
}

TEST(Configurations, OfQuickRunsNameADataSetOnce) {
  for (const Config& whole : configurations()) {
    const std::vector<GridEntry> grid = quick_variant(whole).grid;
    for (std::size_t i = 0; i < grid.size(); ++i)
      for (std::size_t j = 0; j < i; ++j) EXPECT_FALSE(grid[i].dataset == grid[j].dataset) << whole.name;
  }
}

TEST(Configurations, AskForMapsThatCanBe) {
  for (const Config& whole : configurations())
    for (const Config& one : {whole, quick_variant(whole)})
      for (const Cell& cell : expand(one)) {
        if (cell.method == exact_method) continue;
        EXPECT_NO_THROW(require_possible(find_feature_map(cell.method), map_request(cell, columns, rows, 0)))
            << one.name << ": " << cell.method << ", D = " << cell.D;
      }
}

}  // namespace
}  // namespace sketchbench::nips01
