#pragma once
#include <vector>

#include <sketchbench/report/results/ranked.hpp>
#include <sketchbench/report/run_groups.hpp>
#include <sketchbench/report/statistics.hpp>
#include <sketchbench/report/verdicts/welch.hpp>

namespace sketchbench {

/// One of an experiment's numbers, over the finished runs of a result, or over the maps that a run drew.
struct ResultNumber {
  /// Requires a finished run.
  ResultNumber(const RunGroup& group, const Experiment& experiment, const GroupQuantity& number);

  std::vector<double> values;
  Sample sample;
  /// False for a method that draws nothing: its one number is exact.
  bool draws = true;
};

/// Welch's estimate of b - a, both of ours. A method that draws nothing adds no variance. A result
/// with a single value has no scatter of its own and is given that of the other one. The standard error is
/// infinite where neither has a scatter: both have one value, or all values of each are equal by chance, as
/// happens with numbers that come in steps.
WelchEstimate difference_of(const ResultNumber& a, const ResultNumber& b);

}  // namespace sketchbench
