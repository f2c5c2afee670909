#pragma once
#include <optional>
#include <string>
#include <vector>

#include "experiments/gram_error/run.hpp"
#include "report/run_groups.hpp"
#include "report/statistics.hpp"

namespace sketchbench {

/// One line of the table: a data set, kernel, map and D.
struct GramErrorRow : RunGroup {
  explicit GramErrorRow(RunGroup group);

  std::optional<GramError> error;
  Sample relative_error;  ///< over the maps
  Sample map_seconds;     ///< CPU, of making a map and mapping the sample
  Sample gap;             ///< of the training optimum, over the maps; none without "lambda"
};

/// Everything that the report of one configuration is made from.
struct GramErrors {
  Config config;
  std::vector<GramErrorRow> rows;     ///< in the order of expand()
  std::vector<std::string> left_out;  ///< one line for each record file that could not be used
};

/// From records alone.
GramErrors gram_errors(const Config& config, const ReportSources& sources);

}  // namespace sketchbench
