#include <sketchbench/harness/record/skip.hpp>

namespace sketchbench {

bool Skip::covers(const RequestKey& key) const {
  const RequestKey own = request_key(cell);
  if (own.question != key.question) return false;
  if (seeds.empty()) return own.seed == key.seed;
  return key.seed && std::ranges::find(seeds, *key.seed) != seeds.end();
}

void add_skips(std::vector<Skip>& skips, const Cell& group, std::span<const std::optional<Seed>> seeds,
               const std::string& reason) {
  const auto goes_on = [&](const Skip& last) {
    return !last.seeds.empty() && last.reason == reason &&
           request_key(last.cell).question == request_key(group).question;
  };
  if (seeds.empty()) return;
  if (!seeds.front() || skips.empty() || !goes_on(skips.back()))
    skips.push_back({.cell = group, .reason = reason});
  for (const std::optional<Seed>& seed : seeds)
    if (seed) skips.back().seeds.push_back(*seed);
}

std::size_t count_cells(const std::vector<Skip>& skips) {
  std::size_t cells = 0;
  for (const Skip& skip : skips) cells += skip.cells();
  return cells;
}

}  // namespace sketchbench
