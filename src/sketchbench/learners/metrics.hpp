#pragma once
#include <span>

namespace sketchbench {

// What predictions on test rows are worth, in double precision: `predicted` and the truth have one entry a
// row. InputError where there are no rows, where their numbers differ, and where a measure is not defined.

/// Per cent of the rows whose label is the predicted one; a label that is not a number is a miss.
double percent_correct(std::span<const float> predicted, std::span<const float> labels);

/// The area under the ROC curve: the probability that a row labelled `positive`, drawn at random, scores
/// above one of the other rows, where a tie counts one half (Mann & Whitney 1947; Hanley & McNeil 1982).
/// Exact, by mid-ranks, O(n log n). Not defined without rows of both kinds, and where a score is not a
/// number.
double area_under_roc(std::span<const double> scores, std::span<const float> labels, float positive);

/// sqrt(sum_i (p_i - y_i)^2 / n), in the targets' unit.
double rmse(std::span<const double> predicted, std::span<const float> targets);
double rmse(std::span<const double> predicted, std::span<const double> targets);

/// |p - y| / |y|, Euclidean norms over the rows: the "relative RMSE" of Chen et al. (IJCAI 2015,
/// Section 4.2). Targets are not centred: predicting 0 has the value 1, and what a constant is worth depends
/// on where the targets' zero lies. Not defined where all targets are 0.
double relative_rmse(std::span<const double> predicted, std::span<const float> targets);

/// 1 - sum_i (p_i - y_i)^2 / sum_i (y_i - mean of y)^2: 1 at best, 0 for predicting the test targets' mean,
/// below 0 for worse. RMSE over the targets' standard deviation (n below) is sqrt(1 - R^2); on targets of
/// mean 0 that is relative_rmse. Not defined where all targets are equal.
double r_squared(std::span<const double> predicted, std::span<const float> targets);
double r_squared(std::span<const double> predicted, std::span<const double> targets);

}  // namespace sketchbench
