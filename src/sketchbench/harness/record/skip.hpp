#pragma once
#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <sketchbench/harness/cell/request_key.hpp>

namespace sketchbench {

/// Cells that a run left out, with the reason: unavailable data, not enough memory.
struct Skip {
  Cell cell;
  std::string reason;
  std::vector<Seed> seeds =
      {};  ///< of cells that differ in nothing else (then `cell` has none); empty: it is one

  std::size_t cells() const { return std::max<std::size_t>(seeds.size(), 1); }
  bool covers(const RequestKey& key) const;
};

/// Adds cells that differ in their seeds alone, of which `group` has none, to what was left out before them
/// for the same reason.
void add_skips(std::vector<Skip>& skips, const Cell& group, std::span<const std::optional<Seed>> seeds,
               const std::string& reason);
/// All cells that were left out.
std::size_t count_cells(const std::vector<Skip>& skips);

}  // namespace sketchbench
