#pragma once
#include <string>
#include <utility>
#include <vector>

#include <sketchbench/harness/config/config.hpp>
#include <sketchbench/report/run_groups.hpp>

namespace sketchbench {

/// A configuration's groups of runs, each as a row of an experiment's own type, which is one and made of one.
template <class Row>
struct RunRows {
  Config config;
  std::vector<Row> rows;              ///< in the order of expand()
  std::vector<std::string> left_out;  ///< one line for each record file that could not be used
};

/// From records alone.
template <class Row>
RunRows<Row> run_rows(const Config& config, const ReportSources& sources) {
  RunGroups groups = group_runs(config, sources);
  RunRows<Row> made{.config = std::move(groups.config), .rows = {}, .left_out = std::move(groups.left_out)};
  for (RunGroup& group : groups.groups) made.rows.emplace_back(std::move(group));
  return made;
}

}  // namespace sketchbench
