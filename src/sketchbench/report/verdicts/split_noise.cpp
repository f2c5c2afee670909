#include <sketchbench/report/verdicts/split_noise.hpp>

#include <fmt/format.h>

#include <vector>

#include <sketchbench/core/error.hpp>
#include <sketchbench/report/statistics.hpp>

namespace sketchbench {

SplitNoise measured_split_noise(std::span<const std::vector<double>> accuracies) {
  if (std::ssize(accuracies) < least_splits)
    throw Error(fmt::format("the noise of a random split out of {} splits, expected at least {}",
                            accuracies.size(), least_splits));
  std::vector<double> means;
  for (const std::vector<double>& of_split : accuracies) means.push_back(sample_of(of_split).mean);
  const Sample sample = sample_of(means);
  return {.variance = *sample.std * *sample.std, .freedom = sample.n - 1.0, .splits = sample.n};
}

SplitNoise binomial_split_noise(double accuracy, double test_rows) {
  if (!(test_rows >= 1))
    throw Error(fmt::format("the noise of a random split with {} test rows, expected at least 1", test_rows));
  return {.variance = accuracy * (100 - accuracy) / test_rows};
}

}  // namespace sketchbench
