#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <sketchbench/report/run_groups.hpp>
#include <sketchbench/report/statistics.hpp>
#include <sketchbench/report/verdicts/difference.hpp>
#include <sketchbench/report/verdicts/joint_test.hpp>
#include "experiments/accuracy/published.hpp"
#include "experiments/accuracy/split_spread.hpp"

namespace sketchbench {

/// One line of an accuracy experiment's table.csv: the runs of one data set, kernel, method and D, and what
/// they say. Everything that a table shows comes from here; renderers and tables recompute nothing.
struct Summary : RunGroup {
  explicit Summary(RunGroup group);

  Sample accuracy;  ///< percent
  Sample total_s;   ///< CPU seconds for features and training

  std::optional<PaperNumber> paper;  ///< the published number, also where it is only shown for reference
  bool comparable = false;           ///< the published number is for these data and this D
  bool judged =
      false;  ///< comparable, and on all of the training rows: a verdict is due once all runs are there
  /// Of the random split, where the paper's is not known: it is in the difference's variance.
  std::optional<SplitNoise> split_noise;
  std::optional<Difference> difference;  ///< from the published number, in points; none without runs
  /// Its test among the configuration's family; none where no verdict is due yet.
  std::optional<JudgedDifference> test;

  /// Given once all runs are there, on all of the paper's data.
  Verdict verdict() const { return test ? test->verdict : Verdict::none; }

  /// Ours minus the paper's, in percentage points, where the two are comparable.
  std::optional<double> delta() const;
};

/// All of a data set's comparisons together.
struct JointVerdict {
  std::string dataset_title;
  double correlation = 0;  ///< of what the random split does to two of them
  JointTest test;
  double adjusted_p = 1;  ///< Holm's, over the data sets
};

/// Everything that the reports of one accuracy configuration are made from.
struct Results {
  Config config;
  std::vector<Summary> rows;  ///< in the order of expand()
  std::optional<PaperTable> paper;
  std::vector<SplitSpread> splits;  ///< what the configuration's "splits" have measured
  std::vector<JointVerdict> joint;  ///< of data sets with two comparisons or more of the family
  ManifestFacts datasets;
  std::vector<std::string> left_out;  ///< one line for each record file that could not be used

  /// The row, exact ones whatever D is; nullptr when the configuration has no such.
  const Summary* find(const DatasetRequest& dataset, const Kernel& kernel, std::string_view method_label,
                      Index D) const;
};

/// From records alone: no data set is opened, so it can be called while a run is going on.
Results summarise(const Config& config, const ReportSources& sources);

/// The comparisons that have a verdict: one family, with its level divided among them.
std::size_t family_size(const Results& results);

/// True when any cell has left a record, be it of a failure.
bool has_records(const Results& results);

/// True when there is a published number beside any row, be it for reference only.
bool has_published_numbers(const Results& results);

}  // namespace sketchbench
