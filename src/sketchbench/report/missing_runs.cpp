#include <sketchbench/report/missing_runs.hpp>

#include <fmt/format.h>

#include <algorithm>

#include <sketchbench/core/text.hpp>
#include <sketchbench/report/group_words.hpp>
#include <sketchbench/report/run_command.hpp>
#include <sketchbench/report/words.hpp>

namespace sketchbench {
namespace {

std::string line_about(const Config& config, const RunGroupPointers& groups) {
  const auto count = [&](auto&& wanted) {
    return std::count_if(groups.begin(), groups.end(), [&](const RunGroup* group) { return wanted(*group); });
  };
  const auto incomplete = count([](const RunGroup& group) { return group.status != Status::done; });
  if (incomplete == 0) return "";
  const RunGroup& first = *groups.front();
  const bool several_splits =
      count([&](const RunGroup& group) { return group.dataset.split_seed != first.dataset.split_seed; }) > 0;
  const std::string name = several_splits ? first.facts.title : first.dataset_title();
  const auto skipped = count([](const RunGroup& group) { return group.status == Status::skipped; });
  if (skipped == static_cast<std::ptrdiff_t>(groups.size()))
    return fmt::format("{}: skipped, {}", name, first.reason);
  return fmt::format("{}: {} of {} incomplete; run \"{} --only dataset={}\"", name, incomplete,
                     plural(static_cast<std::int64_t>(groups.size()), "result"), run_command(config),
                     first.dataset.name);
}

void add_once(std::vector<std::string>& lines, std::string line) {
  if (!line.empty() && std::ranges::find(lines, line) == lines.end()) lines.push_back(std::move(line));
}

}  // namespace

std::vector<std::string> lines_about_missing_runs(const Config& config, const RunGroupPointers& groups) {
  std::vector<std::string> lines;
  for (const GridEntry& entry : config.grid) {
    RunGroupPointers of_dataset;
    for (const RunGroup* group : groups)
      if (group->dataset.name == entry.dataset.name && group->dataset.split == entry.dataset.split &&
          group->dataset.max_train == entry.dataset.max_train &&
          group->dataset.max_test == entry.dataset.max_test)
        of_dataset.push_back(group);
    if (of_dataset.empty()) continue;
    add_once(lines, line_about(config, of_dataset));
    for (const auto& [method, reason] : entry.without) {
      const auto known = std::ranges::find(config.methods, method, &MethodEntry::method);
      const ExternalMap* const external = known == config.methods.end() ? nullptr : known->external.get();
      add_once(lines, fmt::format("{}: {} left out, {}", of_dataset.front()->dataset_title(),
                                  method_title(method, external), reason));
    }
  }
  return lines;
}

}  // namespace sketchbench
