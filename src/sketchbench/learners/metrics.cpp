#include <sketchbench/learners/metrics.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>

#include <sketchbench/core/error.hpp>

namespace sketchbench {
namespace {

void check_rows(std::string_view measure, std::size_t predicted, std::size_t truth) {
  if (predicted != truth)
    throw InputError(fmt::format("{}: {} predictions for {} rows", measure, predicted, truth));
  if (truth == 0) throw InputError(fmt::format("{} is not defined without test rows", measure));
}

/// sum_i (a_i - y_i)^2.
double squared_errors(std::span<const double> predicted, std::span<const float> targets) {
  double sum = 0;
  for (std::size_t i = 0; i < targets.size(); ++i) {
    const double error = predicted[i] - double{targets[i]};
    sum += error * error;
  }
  return sum;
}

/// sum_i (y_i - origin)^2.
double squares_about(double origin, std::span<const float> targets) {
  double sum = 0;
  for (const float y : targets) sum += (double{y} - origin) * (double{y} - origin);
  return sum;
}

}  // namespace

double percent_correct(std::span<const float> predicted, std::span<const float> labels) {
  check_rows("accuracy", predicted.size(), labels.size());
  std::size_t hits = 0;
  for (std::size_t i = 0; i < labels.size(); ++i) hits += predicted[i] == labels[i] ? 1 : 0;
  return 100.0 * static_cast<double>(hits) / static_cast<double>(labels.size());
}

double rmse(std::span<const double> predicted, std::span<const float> targets) {
  check_rows("RMSE", predicted.size(), targets.size());
  return std::sqrt(squared_errors(predicted, targets) / static_cast<double>(targets.size()));
}

double relative_rmse(std::span<const double> predicted, std::span<const float> targets) {
  check_rows("relative RMSE", predicted.size(), targets.size());
  const double squares = squares_about(0, targets);
  if (squares == 0) throw InputError("relative RMSE is not defined: all targets of the test part are 0");
  return std::sqrt(squared_errors(predicted, targets) / squares);
}

double r_squared(std::span<const double> predicted, std::span<const float> targets) {
  check_rows("R^2", predicted.size(), targets.size());
  if (std::equal(targets.begin() + 1, targets.end(), targets.begin()))
    throw InputError(fmt::format("R^2 is not defined: all targets of the test part are {}", targets.front()));
  double mean = 0;
  for (const float y : targets) mean += double{y};
  mean /= static_cast<double>(targets.size());
  return 1 - squared_errors(predicted, targets) / squares_about(mean, targets);
}

}  // namespace sketchbench
