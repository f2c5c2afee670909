#include "harness/time_left.hpp"

#include <algorithm>
#include <queue>

namespace sketchbench {
namespace {

std::string group_of(const PlannedCell& cell) { return cell.cell.dataset.name + "/" + cell.cell.method; }

}  // namespace

void TimeLeft::learn(const PlannedCell& cell, double seconds) {
  for (Sum* sum : {&groups_[group_of(cell)], &all_}) {
    sum->estimated += cell.need.seconds;
    sum->measured += seconds;
  }
}

double TimeLeft::expect(const PlannedCell& cell) const {
  const auto group = groups_.find(group_of(cell));
  if (group != groups_.end() && group->second.estimated > 0) return cell.need.seconds * group->second.ratio();
  return all_.estimated > 0 ? cell.need.seconds * all_.ratio() : cell.need.seconds;
}

double schedule_length(const std::vector<double>& running, const std::vector<double>& waiting, int jobs) {
  // Plays the schedule: each waiting cell goes to the worker that is free first.
  std::priority_queue<double, std::vector<double>, std::greater<>> free_at(running.begin(), running.end());
  while (static_cast<int>(free_at.size()) < jobs) free_at.push(0);
  double end = running.empty() ? 0 : *std::max_element(running.begin(), running.end());
  for (const double seconds : waiting) {
    const double start = free_at.top();
    free_at.pop();
    free_at.push(start + seconds);
    end = std::max(end, start + seconds);
  }
  return end;
}

}  // namespace sketchbench
