#pragma once
#include <string>
#include <vector>

#include <sketchbench/report/figure/figure_point.hpp>
#include "experiments/accuracy/summary.hpp"

namespace sketchbench {

// What several figures of accuracies are put together from.

using SummaryPointers = std::vector<const Summary*>;
SummaryPointers summary_pointers(const Results& results);

/// The ids of the runs behind all of the results.
std::vector<std::string> record_ids(const SummaryPointers& rows);

/// The data sets of the rows, in the order of their appearance, each with the title of its first row.
struct LabelledDataset {
  DatasetRequest dataset;
  std::string title;
};
std::vector<LabelledDataset> datasets_of(const SummaryPointers& rows);

/// The kernels of the rows by ascending degree and coef0.
std::vector<Kernel> kernels_of(const SummaryPointers& rows);

}  // namespace sketchbench
