#include <sketchbench/report/statistics.hpp>

#include <cmath>

namespace sketchbench {

Sample sample_of(std::span<const double> values) {
  Sample sample;
  sample.n = static_cast<int>(values.size());
  sample.values.assign(values.begin(), values.end());
  if (values.empty()) return sample;
  double sum = 0;
  for (const double value : values) sum += value;
  sample.mean = sum / static_cast<double>(values.size());
  if (values.size() < 2) return sample;
  // Two passes: accuracies differ in the fourth digit, where the one-pass formula loses them.
  double squares = 0;
  for (const double value : values) squares += (value - sample.mean) * (value - sample.mean);
  sample.std = std::sqrt(squares / static_cast<double>(values.size() - 1));
  return sample;
}

double standard_error(const Sample& sample) {
  return sample.std && sample.n > 0 ? *sample.std / std::sqrt(static_cast<double>(sample.n)) : 0;
}

double combined_standard_error(const Sample& a, const Sample& b) {
  return std::hypot(standard_error(a), standard_error(b));
}

}  // namespace sketchbench
