#include <sketchbench/harness/record/skip.hpp>

namespace sketchbench {

bool Skip::covers(const RequestKey& key) const {
  const RequestKey own = request_key(cell);
  if (own.question != key.question) return false;
  if (seeds.empty()) return own.seed == key.seed;
  return key.seed && std::ranges::find(seeds, *key.seed) != seeds.end();
}

void add_skip(std::vector<Skip>& skips, Cell&& cell, const std::string& reason) {
  if (cell.seed && !skips.empty()) {
    Skip& last = skips.back();
    if (!last.seeds.empty() && last.reason == reason &&
        request_key(last.cell).question == request_key(cell).question) {
      last.seeds.push_back(*cell.seed);
      return;
    }
  }
  Skip skip{.cell = std::move(cell), .reason = reason};
  if (skip.cell.seed) skip.seeds = {*skip.cell.seed};
  skip.cell.seed.reset();
  skips.push_back(std::move(skip));
}

std::size_t count_cells(const std::vector<Skip>& skips) {
  std::size_t cells = 0;
  for (const Skip& skip : skips) cells += skip.cells();
  return cells;
}

}  // namespace sketchbench
