#include <sketchbench/report/verdicts/split_noise.hpp>

#include <fmt/format.h>

#include <sketchbench/core/error.hpp>
#include <sketchbench/report/verdicts/split_effect.hpp>

namespace sketchbench {

SplitNoise measured_split_noise(std::span<const std::vector<double>> accuracies) {
  if (std::ssize(accuracies) < least_splits)
    throw Error(fmt::format("the noise of a random split out of {} splits, expected at least {}",
                            accuracies.size(), least_splits));
  const SplitEffect effect = split_effect(accuracies);
  const VariancePart split = effect.of_split();
  return {.variance = split.variance, .freedom = split.freedom, .splits = effect.splits};
}

SplitNoise binomial_split_noise(double accuracy, double test_rows) {
  if (!(test_rows >= 1))
    throw Error(fmt::format("the noise of a random split with {} test rows, expected at least 1", test_rows));
  return {.variance = accuracy * (100 - accuracy) / test_rows};
}

}  // namespace sketchbench
