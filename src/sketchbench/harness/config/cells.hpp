#pragma once
#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <sketchbench/harness/config/config.hpp>

namespace sketchbench {

/// More cells than these are refused: a plan of them would not fit in memory, and nobody waits for their end.
inline constexpr double most_cells = 1e6;

/// Whether a method's cells differ by seed: the experiment has one for each, and the method draws something.
bool is_seeded(const Config& config, const MethodEntry& method);

/// How many cells a configuration describes, without making them; a double, which no product overflows.
double count_cells(const Config& config);

/// Throws InputError, with the numbers of which the count is the product, when the configurations describe
/// more than most_cells together.
void require_countable(const std::vector<Config>& configs);

/// Cells that differ in their seeds alone: one of them, without a seed, the place of its entry in the grid,
/// and the seeds; a single empty one for a cell that has none.
using CellGroupVisit =
    std::function<void(const Cell& group, std::size_t entry, std::span<const std::optional<Seed>> seeds)>;

/// In the order grid entry, kernel, method, D; data_hash is still empty: a plan knows it.
void for_each_group(const Config& config, const CellGroupVisit& visit);

/// Calls visit(cell, place of its entry in the grid) in the same order, and that of the seeds.
void for_each_cell(const Config& config, const std::function<void(Cell&& cell, std::size_t entry)>& visit);

/// All of them, after require_countable().
std::vector<Cell> expand(const Config& config);

/// "configs/mine.json: grid[1].dataset", for messages.
std::string place_in_grid(const Config& config, std::size_t entry, std::string_view key);

}  // namespace sketchbench
