#include "experiments/sampling_theorems/results.hpp"

#include <fmt/format.h>

#include <utility>

namespace sketchbench {

TheoremsCell::TheoremsCell(RunGroup group) : RunGroup(std::move(group)) {
  if (!done.empty()) theorems = result_of<SamplingTheorems>(done.front());
}

std::string TheoremsCell::title() const { return fmt::format("{}, {}", dataset_title(), kernel.display()); }

TheoremsResults theorems_results(const Config& config, const ReportSources& sources) {
  RunGroups groups = group_runs(config, sources);
  TheoremsResults results{
      .config = std::move(groups.config), .cells = {}, .left_out = std::move(groups.left_out)};
  for (RunGroup& group : groups.groups) results.cells.emplace_back(std::move(group));
  return results;
}

}  // namespace sketchbench
