#include <sketchbench/harness/cluster/packing.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

namespace sketchbench {
namespace {

constexpr double mebibyte = 1024.0 * 1024.0;
constexpr double spare_memory = 1.2, memory_of_a_run_mb = 200;
constexpr int memory_step_mb = 256;
/// An estimate of time is rough, and a node may be slower than the machine it was made for.
constexpr double spare_time = 4;
/// A process is started and its data are opened.
constexpr double seconds_of_a_start = 0.5;

int at_most(int value, int most) { return most > 0 ? std::min(value, most) : value; }

/// 0 for all that fit into a task several at once; cells that are longer, in steps of two.
int length_class(double seconds, double task_seconds) {
  return seconds <= task_seconds ? 0 : static_cast<int>(std::ceil(std::log2(seconds / task_seconds)));
}

}  // namespace

int memory_of_task(const CellNeed& cell, int jobs) {
  const double needed = spare_memory * cell.bytes / mebibyte * jobs + memory_of_a_run_mb;
  double step = memory_step_mb;
  while (step < needed) step *= 2;
  constexpr double most = 1 << 30;
  return std::max(static_cast<int>(std::min(step, most)), cell.least_mb);
}

std::vector<PackedArray> pack_cells(std::span<const CellNeed> cells, const PackingOptions& options) {
  using Class = std::tuple<bool, int, int, int>;
  std::map<Class, std::vector<std::size_t>> classes;
  for (std::size_t i = 0; i < cells.size(); ++i)
    classes[{cells[i].alone, at_most(memory_of_task(cells[i], options.jobs), options.most_mb),
             cells[i].least_minutes, length_class(cells[i].seconds, options.task_seconds)}]
        .push_back(i);

  std::vector<PackedArray> arrays;
  for (const auto& [key, members] : classes) {
    const auto& [alone, memory_mb, least_minutes, length] = key;
    const int jobs = alone ? 1 : options.jobs;
    const auto seconds_of = [&](std::size_t i) { return cells[i].seconds + seconds_of_a_start; };
    double sum = 0;
    for (const std::size_t i : members) sum += seconds_of(i);
    const double tasks = std::max(1.0, std::ceil(sum / (options.task_seconds * jobs)));
    const double share = sum / tasks;
    double longest = 0, filled = 0;
    std::vector<std::vector<std::size_t>> packed(1);
    for (const std::size_t i : members) {
      if (!packed.back().empty() && filled + seconds_of(i) / 2 > share) {
        packed.emplace_back();
        filled = 0;
      }
      packed.back().push_back(i);
      filled += seconds_of(i);
      longest = std::max({longest, filled / jobs, seconds_of(i)});
    }
    const double limit = std::min(std::ceil(spare_time * longest / 60), 1e8);
    const int minutes = at_most(std::max({static_cast<int>(limit), least_minutes, options.shortest_minutes}),
                                options.most_minutes);
    for (std::size_t at = 0; at < packed.size(); at += options.most_tasks) {
      const std::size_t end = std::min(packed.size(), at + options.most_tasks);
      arrays.push_back({.memory_mb = memory_mb,
                        .minutes = minutes,
                        .alone = alone,
                        .tasks = {packed.begin() + static_cast<std::ptrdiff_t>(at),
                                  packed.begin() + static_cast<std::ptrdiff_t>(end)}});
    }
  }
  return arrays;
}

}  // namespace sketchbench
