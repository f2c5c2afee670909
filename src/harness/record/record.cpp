#include "harness/record/record.hpp"

#include "harness/cell/foreign_method.hpp"

namespace sketchbench {
namespace {

double phase_seconds(const Json& json, const std::string& phase, const char* clock) {
  const auto seconds = json.find("seconds");
  if (seconds == json.end()) return 0;
  const auto found = seconds->find(phase);
  return found == seconds->end() ? 0 : found->value(clock, 0.0);
}

}  // namespace

double Record::cpu_seconds(const std::string& phase) const { return phase_seconds(json, phase, "cpu"); }
double Record::wall_seconds(const std::string& phase) const { return phase_seconds(json, phase, "wall"); }
double Record::peak_rss_bytes() const { return json.value("peak_rss_bytes", 0.0); }

bool same_request_of_any_seed(const Cell& a, const Cell& b) {
  return a.experiment == b.experiment && a.dataset == b.dataset && a.kernel == b.kernel &&
         a.method == b.method && same_foreign_map(a.foreign, b.foreign) && a.D == b.D &&
         a.map_parameters == b.map_parameters && a.learner == b.learner && a.parameters == b.parameters;
}

bool same_request(const Cell& a, const Cell& b) { return same_request_of_any_seed(a, b) && a.seed == b.seed; }

bool Skip::covers(const Cell& other) const {
  if (seeds.empty()) return same_request(cell, other);
  return other.seed && same_request_of_any_seed(cell, other) &&
         std::find(seeds.begin(), seeds.end(), *other.seed) != seeds.end();
}

void add_skip(std::vector<Skip>& skips, Cell&& cell, const std::string& reason) {
  if (cell.seed && !skips.empty()) {
    Skip& last = skips.back();
    if (!last.seeds.empty() && last.reason == reason && same_request_of_any_seed(last.cell, cell)) {
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
