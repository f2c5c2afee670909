#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/accuracy/published.hpp"
#include "report/measurements.hpp"
#include "report/run_groups.hpp"
#include "report/statistics.hpp"

namespace sketchbench {

std::string_view name_of(Verdict verdict);  ///< empty for none

/// One line of an accuracy experiment's table.csv: the runs of one data set, kernel, method and D, and what
/// they say. Everything that a table shows comes from here; renderers and tables compute nothing anew.
struct Summary : RunGroup, RunCosts {
  explicit Summary(RunGroup group);

  Sample accuracy;  ///< percent

  std::optional<PaperNumber> paper;  ///< the published number, also where it is only shown for reference
  bool comparable = false;           ///< the published number is for these data and this D
  bool judged =
      false;  ///< comparable, and on all of the training rows: a verdict is due once all runs are there
  Verdict verdict = Verdict::none;  ///< given once all runs are there, on all of the paper's data

  /// Ours minus the paper's, in percentage points, where the two are comparable.
  std::optional<double> delta() const;
};

/// Everything that the reports of one accuracy configuration are made from.
struct Results {
  Config config;
  std::vector<Summary> rows;  ///< in the order of expand()
  std::optional<PaperTable> paper;
  ManifestFacts datasets;
  std::vector<std::string> left_out;  ///< one line for each record file that could not be used

  /// The row, exact ones whatever D is; nullptr when the configuration has no such.
  const Summary* find(const DatasetRequest& dataset, const Kernel& kernel, std::string_view method_label,
                      Index D) const;
};

/// From records alone: no data set is opened, so it can be called while a run is going on.
Results summarise(const Config& config, const ReportSources& sources);

/// True when any cell has left a record, be it of a failure.
bool has_records(const Results& results);

/// True when there is a published number beside any row, be it for reference only.
bool has_published_numbers(const Results& results);

}  // namespace sketchbench
