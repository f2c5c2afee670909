#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/config.hpp"
#include "harness/record.hpp"
#include "harness/store.hpp"
#include "report/paper.hpp"
#include "report/statistics.hpp"

namespace sketchbench {

enum class Status { done, partial, failed, timeout, skipped, missing };
std::string_view name_of(Status status);
std::string_view name_of(Verdict verdict);  ///< empty for none

/// One line of table.csv: what is known of one data set, kernel, method and D. Everything that a table shows
/// comes from here; renderers and tables compute nothing anew.
struct Summary {
  DatasetRequest dataset;
  std::string
      dataset_label;  ///< the name, with split or size where a configuration has the name more than once
  PolynomialKernel kernel;
  std::string method;
  std::string
      method_label;  ///< the method, with its learner where a configuration has the method more than once
  Json learner;
  Index D = 0;  ///< 0 for exact

  int expected = 0;          ///< runs that the configuration asks for
  std::vector<Record> done;  ///< the runs that there are, one a seed
  Status status = Status::missing;
  std::string reason;  ///< why it is not done: the error, the limit, the missing file

  Sample accuracy;                 ///< percent
  Sample map_s, train_s, total_s;  ///< CPU seconds
  double peak_rss_bytes = 0;       ///< of the largest run
  bool side_by_side = false;       ///< times were taken while other cells ran

  std::optional<PaperNumber> paper;  ///< the published number, also where it is only shown for reference
  bool comparable = false;           ///< the published number is for these data and this D
  bool judged =
      false;  ///< comparable, and on all of the training rows: a verdict is due once all runs are there
  Verdict verdict = Verdict::none;  ///< given once all runs are there, on all of the paper's data

  int runs() const { return static_cast<int>(done.size()); }
  /// Ours minus the paper's, in percentage points, where the two are comparable.
  std::optional<double> delta() const;
};

/// Everything that the reports of one configuration are made from.
struct Results {
  Config config;
  std::vector<Summary> rows;  ///< in the order of expand()
  std::optional<PaperTable> paper;
  std::vector<std::string> left_out;  ///< one line for each record file that could not be used

  /// The row, exact ones whatever D is; nullptr when the configuration has no such.
  const Summary* find(const DatasetRequest& dataset, const PolynomialKernel& kernel,
                      std::string_view method_label, Index D) const;
};

/// From records alone: no data set is opened, so it can be called while a run is going on.
Results summarise(const Config& config, const Store& store);

/// True when there is a published number beside any row, be it for reference only.
bool has_published_numbers(const Results& results);

/// True when any cell of the configuration has left a record, be it of a failure.
bool has_records(const Results& results);

bool same_kernel(const PolynomialKernel& a, const PolynomialKernel& b);

}  // namespace sketchbench
