#pragma once
#include <string>
#include <vector>

#include <sketchbench/report/figure/panels.hpp>
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

struct TimeAndAccuracy {
  double seconds = 0, accuracy = 0;
};

/// The points that no other beats: none is at least as fast and at least as accurate, and better in one of
/// the two. By ascending time, equal points once.
std::vector<TimeAndAccuracy> pareto_front(std::vector<TimeAndAccuracy> points);

/// Accuracy against the total time of features and training, every method and D that has runs.
Figure pareto_figure(const SummaryPointers& rows);

/// Our accuracies against the paper's, one point for each result that has a verdict; and the differences,
/// with the intervals that decide whether they are equal (JudgedDifference::family_interval).
Figure agreement_figure(const SummaryPointers& rows);

}  // namespace sketchbench
