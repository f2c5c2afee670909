#pragma once
#include <optional>
#include <span>
#include <vector>

namespace sketchbench {

/// Mean and spread of a number over independent runs.
struct Sample {
  int n = 0;
  double mean = 0;
  std::optional<double> std;        ///< sample standard deviation (n - 1 below); none for fewer than two runs
  std::vector<double> values = {};  ///< of each run; empty for a sample that was not made of runs here
};

Sample sample_of(std::span<const double> values);

/// std / sqrt(n); 0 where the spread is unknown.
double standard_error(const Sample& sample);

/// Of the difference of two independent means.
double combined_standard_error(const Sample& a, const Sample& b);

}  // namespace sketchbench
