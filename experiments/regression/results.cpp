#include "experiments/regression/results.hpp"

#include <utility>

namespace sketchbench {
namespace {

Sample result_sample(const RunGroup& group, const char* key) {
  return sample_over(group.done,
                     [key](const Record& r) { return r.json.at("result").at(key).get<double>(); });
}

}  // namespace

RegressionResults regression_results(const Config& config, const ReportSources& sources) {
  RunGroups groups = group_runs(config, sources);
  RegressionResults results{.config = std::move(groups.config), .left_out = std::move(groups.left_out)};
  for (RunGroup& group : groups.groups) {
    RegressionRow row;
    static_cast<RunGroup&>(row) = std::move(group);
    row.rmse = result_sample(row, "rmse");
    row.relative_rmse = result_sample(row, "relative_rmse");
    row.r2 = result_sample(row, "r2");
    row.costs = costs_of(row.done);
    results.rows.push_back(std::move(row));
  }
  return results;
}

}  // namespace sketchbench
