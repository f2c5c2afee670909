#pragma once
#include <sketchbench/report/explanations.hpp>
#include <sketchbench/report/figure/figure.hpp>
#include <sketchbench/report/results/result_figure.hpp>
#include <sketchbench/report/results/result_table.hpp>
#include "experiments/accuracy/summary.hpp"

namespace sketchbench {

/// Experiment::quantities.
const Quantities<RunGroup>& accuracy_quantities();

/// A row for each summary; a value is empty where there is no such number. Seconds are CPU seconds. In
/// table.csv a published number stands only beside the paper's own data: a simulated set's line has none,
/// since a program that reads it would take it for a comparison. The last columns are what a verdict is made
/// of: the difference's 95 % interval and the family's, Holm's p-value, the size of the family, the deviation
/// over random splits and how many of them it was measured over (0: that of the number of test rows).
ResultTable accuracy_table(const Results& results);

/// Figures 3 and 4, or what else an accuracy configuration with a "figure" asks for: accuracy or total
/// training time against D, a column for each data set that has runs and a row for each kernel. An exact
/// kernel, which has no D, is a level. Beside accuracies stand the published ones, hollow; published times
/// are of another machine and do not. Along rows: accuracy against the training rows.
Figure accuracy_figure(const Results& results, Along along = Along::features);

/// For people, a line for each summary.
Table flat_table(const Results& results, const ResultTable& table, const Explanations& explanations);

}  // namespace sketchbench
