#include "experiments/regression/results.hpp"

#include <utility>

#include "report/record_fields.hpp"

namespace sketchbench {
namespace {

Sample result_sample(const RunGroup& group, const char* key) {
  return sample_over(group.done,
                     [key](const Record& r) { return r.json.at("result").at(key).get<double>(); });
}

}  // namespace

RegressionRow::RegressionRow(RunGroup group)
    : RunGroup(std::move(group)),
      RunCosts(costs_of(done)),
      rmse(result_sample(*this, "rmse")),
      relative_rmse(result_sample(*this, "relative_rmse")),
      r2(result_sample(*this, "r2")) {
  if (done.empty()) return;
  const auto count = [&](const char* pointer) {
    return static_cast<Index>(number_of(done.front(), pointer, 0));
  };
  n_train = count("/data/n_train");
  n_test = count("/data/n_test");
  d = count("/data/d");
}

RegressionResults regression_results(const Config& config, const ReportSources& sources) {
  RunGroups groups = group_runs(config, sources);
  RegressionResults results{.config = std::move(groups.config), .left_out = std::move(groups.left_out)};
  for (RunGroup& group : groups.groups) results.rows.emplace_back(std::move(group));
  return results;
}

}  // namespace sketchbench
