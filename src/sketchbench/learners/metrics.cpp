#include <sketchbench/learners/metrics.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <string_view>
#include <vector>

#include <sketchbench/core/error.hpp>

namespace sketchbench {
namespace {

void check_rows(std::string_view measure, std::size_t predicted, std::size_t truth) {
  if (predicted != truth)
    throw InputError(fmt::format("{}: {} predictions for {} rows", measure, predicted, truth));
  if (truth == 0) throw InputError(fmt::format("{} is not defined without test rows", measure));
}

/// sum_i (a_i - y_i)^2.
template <class Target>
double squared_errors(std::span<const double> predicted, std::span<const Target> targets) {
  double sum = 0;
  for (std::size_t i = 0; i < targets.size(); ++i) {
    const double error = predicted[i] - double{targets[i]};
    sum += error * error;
  }
  return sum;
}

/// sum_i (y_i - origin)^2.
template <class Target>
double squares_about(double origin, std::span<const Target> targets) {
  double sum = 0;
  for (const Target y : targets) sum += (double{y} - origin) * (double{y} - origin);
  return sum;
}

template <class Target>
double rmse_of(std::span<const double> predicted, std::span<const Target> targets) {
  check_rows("RMSE", predicted.size(), targets.size());
  return std::sqrt(squared_errors(predicted, targets) / static_cast<double>(targets.size()));
}

template <class Target>
double r_squared_of(std::span<const double> predicted, std::span<const Target> targets) {
  check_rows("R^2", predicted.size(), targets.size());
  if (std::equal(targets.begin() + 1, targets.end(), targets.begin()))
    throw InputError(fmt::format("R^2 is not defined: all targets of the test part are {}", targets.front()));
  double mean = 0;
  for (const Target y : targets) mean += double{y};
  mean /= static_cast<double>(targets.size());
  return 1 - squared_errors(predicted, targets) / squares_about(mean, targets);
}

}  // namespace

double percent_correct(std::span<const float> predicted, std::span<const float> labels) {
  check_rows("accuracy", predicted.size(), labels.size());
  std::size_t hits = 0;
  for (std::size_t i = 0; i < labels.size(); ++i) hits += predicted[i] == labels[i] ? 1 : 0;
  return 100.0 * static_cast<double>(hits) / static_cast<double>(labels.size());
}

double area_under_roc(std::span<const double> scores, std::span<const float> labels, float positive) {
  check_rows("AUC", scores.size(), labels.size());
  if (std::ranges::any_of(scores, [](double score) { return std::isnan(score); }))
    throw InputError("AUC is not defined: a score is not a number");
  std::vector<std::size_t> order(scores.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t row) { return scores[row]; });
  // In halves, which are whole numbers: for each positive row, 2 for a row below it and 1 for one beside it.
  std::uint64_t halves = 0, positives = 0, negatives = 0;
  for (std::size_t begin = 0, end = 0; begin < order.size(); begin = end) {
    std::uint64_t of_positive = 0;
    for (; end < order.size() && scores[order[end]] == scores[order[begin]]; ++end)
      of_positive += labels[order[end]] == positive ? 1 : 0;
    const std::uint64_t of_negative = end - begin - of_positive;
    halves += of_positive * (2 * negatives + of_negative);
    positives += of_positive;
    negatives += of_negative;
  }
  if (positives == 0 || negatives == 0)
    throw InputError(fmt::format("AUC is not defined: {} test rows have the label {}",
                                 positives == 0 ? "no" : "all", positive));
  return static_cast<double>(halves) / 2 / static_cast<double>(positives) / static_cast<double>(negatives);
}

double rmse(std::span<const double> predicted, std::span<const float> targets) {
  return rmse_of(predicted, targets);
}
double rmse(std::span<const double> predicted, std::span<const double> targets) {
  return rmse_of(predicted, targets);
}

double relative_rmse(std::span<const double> predicted, std::span<const float> targets) {
  check_rows("relative RMSE", predicted.size(), targets.size());
  const double squares = squares_about(0, targets);
  if (squares == 0) throw InputError("relative RMSE is not defined: all targets of the test part are 0");
  return std::sqrt(squared_errors(predicted, targets) / squares);
}

double r_squared(std::span<const double> predicted, std::span<const float> targets) {
  return r_squared_of(predicted, targets);
}
double r_squared(std::span<const double> predicted, std::span<const double> targets) {
  return r_squared_of(predicted, targets);
}

}  // namespace sketchbench
