#include "harness/plan/time_left.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <queue>

namespace sketchbench {
namespace {

std::string group_of(const PlannedCell& cell) { return cell.cell.dataset.name + "/" + cell.cell.method; }

}  // namespace

void TimeLeft::learn(const PlannedCell& cell, double seconds) {
  if (cell.need.seconds <= 0 || seconds <= 0) return;
  Sum& sum = groups_[group_of(cell)];
  sum.estimated += cell.need.seconds;
  sum.measured += seconds;
}

double TimeLeft::typical_ratio() const {
  double log_sum = 0;
  for (const auto& [name, sum] : groups_) log_sum += std::log(sum.ratio());
  return groups_.empty() ? 1 : std::exp(log_sum / static_cast<double>(groups_.size()));
}

double TimeLeft::expect(const PlannedCell& cell) const {
  const auto group = groups_.find(group_of(cell));
  return cell.need.seconds * (group != groups_.end() ? group->second.ratio() : typical_ratio());
}

double Countdown::seconds(const std::function<double()>& find_out) {
  constexpr int share = 50;
  const auto now = now_();
  if (now >= again_) {
    found_ = find_out();
    at_ = now_();
    again_ = at_ + share * (at_ - now);
    return found_;
  }
  return std::max(0.0, found_ - std::chrono::duration<double>(now - at_).count());
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
