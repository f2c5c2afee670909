#pragma once
#include <optional>
#include <string>
#include <vector>

#include <sketchbench/report/run_groups.hpp>
#include <sketchbench/report/statistics.hpp>
#include "experiments/kernel_pca/pca_result.hpp"

namespace sketchbench {

/// One line of the table: a data set, kernel, map with its parameters, and D. Samples are over the maps.
struct KernelPcaRow : RunGroup {
  explicit KernelPcaRow(RunGroup group);

  std::optional<KernelPca> pca;  ///< none without a record
  Sample subspace_error, mean_squared_sine, captured_share;
  Sample eigenvalue_error;  ///< the mean over the components that are compared
  Sample largest_eigenvalue_error;
  Sample seconds;  ///< CPU, of making the map and mapping the sample
  Sample make_seconds;
  Sample accuracy;  ///< per cent; none where it was not asked for
};

/// Everything that the report of one configuration is made from.
struct KernelPcaResults {
  Config config;
  std::vector<KernelPcaRow> rows;     ///< in the order of expand()
  std::vector<std::string> left_out;  ///< one line for each record file that could not be used

  bool has_accuracy() const;
};

/// From records alone.
KernelPcaResults kernel_pca_results(const Config& config, const ReportSources& sources);

}  // namespace sketchbench
