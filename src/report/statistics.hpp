#pragma once
#include <optional>
#include <span>

namespace sketchbench {

/// Mean and spread of a number over independent runs.
struct Sample {
  int n = 0;
  double mean = 0;
  std::optional<double> std;  ///< sample standard deviation (n - 1 below); none for fewer than two runs
};

Sample sample_of(std::span<const double> values);

/// std / sqrt(n); 0 where the spread is unknown.
double standard_error(const Sample& sample);

/// Of the difference of two independent means.
double combined_standard_error(const Sample& a, const Sample& b);

enum class Verdict { none, reproduced, differs };

/// The two limits of a verdict, whichever is wider: percentage points, and combined standard errors.
inline constexpr double verdict_points = 0.5;
inline constexpr double verdict_standard_errors = 3;

/// What may lie between our mean and a published one before they are said to differ, in percentage points:
/// half a point, or three combined standard errors where the runs scatter more than that.
double allowed_difference(const Sample& ours, const Sample& published);

/// `differs` only when the difference is larger than allowed_difference(); none when there are no runs.
Verdict judge(const Sample& ours, const Sample& published);

}  // namespace sketchbench
