#include "experiments/gram_error/results.hpp"

#include <utility>

namespace sketchbench {

GramErrorRow::GramErrorRow(RunGroup group) : RunGroup(std::move(group)) {
  if (done.empty()) return;
  error = gram_error_of(done.front().json.at("result"));
  relative_error = sample_of(error->relative_error);
  map_seconds = sample_of(error->map_seconds);
  if (error->optimum) gap = sample_of(error->gap);
}

GramErrors gram_errors(const Config& config, const ReportSources& sources) {
  RunGroups groups = group_runs(config, sources);
  GramErrors errors{.config = std::move(groups.config), .rows = {}, .left_out = std::move(groups.left_out)};
  for (RunGroup& group : groups.groups) errors.rows.emplace_back(std::move(group));
  return errors;
}

}  // namespace sketchbench
