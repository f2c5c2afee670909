#pragma once
#include <optional>
#include <string>
#include <vector>

#include <sketchbench/report/run_groups.hpp>
#include "experiments/sampling_theorems/run.hpp"

namespace sketchbench {

/// One cell: a data set and a kernel, and what its record says of each theorem.
struct TheoremsCell : RunGroup {
  explicit TheoremsCell(RunGroup group);

  std::optional<SamplingTheorems> theorems;  ///< none without a record

  /// "Adult, Gaussian, σ = 2".
  std::string title() const;
};

struct TheoremsResults {
  Config config;
  std::vector<TheoremsCell> cells;    ///< in the order of expand()
  std::vector<std::string> left_out;  ///< one line for each record file that could not be used
};

/// From records alone.
TheoremsResults theorems_results(const Config& config, const ReportSources& sources);

}  // namespace sketchbench
