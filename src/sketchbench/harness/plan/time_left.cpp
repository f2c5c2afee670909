#include <sketchbench/harness/plan/time_left.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <queue>

namespace sketchbench {
namespace {

// A process and prepared data are there within a second; a cell that takes longer computes.
constexpr double longest_start = 1;

std::string group_of(const Cell& cell) {
  return cell.experiment + "/" + cell.dataset.name + "/" + cell.method;
}

}  // namespace

void TimeLeft::learn(const PlannedCell& cell, double seconds) {
  if (cell.need.seconds <= 0 || seconds <= 0) return;
  const std::string& dataset = cell.cell.dataset.name;
  Sum& sum = groups_[group_of(cell.cell)];
  sum.estimated += cell.need.seconds;
  sum.measured += seconds;
  ++sum.cells;
  sum.dataset = dataset;
  const auto [least, is_first] = least_.emplace(dataset, seconds);
  if (!is_first) least->second = std::min(least->second, seconds);
}

double TimeLeft::start(const std::string& dataset) const {
  if (const auto least = least_.find(dataset); least != least_.end())
    return std::min(least->second, longest_start);
  // A process takes as long to start whatever it is for; the data may take longer.
  double shortest = longest_start;
  for (const auto& [other, seconds] : least_) shortest = std::min(shortest, seconds);
  return least_.empty() ? 0 : shortest;
}

double TimeLeft::ratio(const Sum& sum) const {
  // The shortest cell, too, computes something.
  constexpr double least_share = 0.1;
  return std::max(sum.measured - sum.cells * start(sum.dataset), least_share * sum.measured) / sum.estimated;
}

double TimeLeft::typical_log() const {
  double weighed = 0, weight = believed_;
  for (const auto& [name, sum] : groups_) {
    weighed += sum.estimated * std::log(ratio(sum));
    weight += sum.estimated;
  }
  return weight > 0 ? weighed / weight : 0;
}

double TimeLeft::expect(const PlannedCell& cell) const {
  double log_ratio = typical_log();
  if (const auto group = groups_.find(group_of(cell.cell)); group != groups_.end()) {
    const double of_all = 0.1 * believed_, of_group = group->second.estimated;
    log_ratio = (of_all * log_ratio + of_group * std::log(ratio(group->second))) / (of_all + of_group);
  }
  return start(cell.cell.dataset.name) + cell.need.seconds * std::exp(log_ratio);
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

std::string about_seconds(double seconds) {
  constexpr double minute = 60, hour = 60 * minute, ten_minutes = 10 * minute;
  if (seconds < 1.5 * minute) return fmt::format("{:.0f} s", std::max(1.0, std::ceil(seconds)));
  if (seconds < 1.5 * hour) return fmt::format("{:.0f} min", std::ceil(seconds / minute));
  const double tens = std::ceil(seconds / ten_minutes);
  const double hours = std::floor(tens / 6), rest = 10 * (tens - 6 * hours);
  return hours < 10 ? fmt::format("{:.0f} h {:02.0f} min", hours, rest)
                    : fmt::format("{:.0f} h", hours + (rest > 0 ? 1 : 0));
}

double seconds_of(const Plan& plan, int jobs) {
  std::vector<double> together;
  double one_by_one = 0;
  for (const PlannedCell& cell : plan.to_run)
    if (is_exclusive(cell))
      one_by_one += cell.need.seconds;
    else
      together.push_back(cell.need.seconds);
  return schedule_length({}, together, jobs) + one_by_one;
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
