#pragma once
#include <cmath>
#include <limits>
#include <vector>

#include <sketchbench/core/random.hpp>
#include <sketchbench/core/rows.hpp>
#include <sketchbench/features/feature_map.hpp>

namespace sketchbench::test {

/// n rows of d values in (-1, 1), each zero with probability 1 - density.
inline DenseMatrix sample_rows(Index n, Index d, double density, Seed seed) {
  DenseMatrix x(n, d);
  RandomStream random(seed, "test.rows");
  for (float& value : x.value)
    value = random.uniform() < density ? static_cast<float>(2 * random.uniform() - 1) : 0.0f;
  return x;
}

/// The mapped rows. Memory is NaN beforehand, so that a value the map forgets is found.
inline DenseMatrix mapped(const FeatureMap& map, const Rows& x, int threads = 1) {
  DenseMatrix z(x.size(), map.d_out());
  z.value.assign(z.value.size(), std::numeric_limits<float>::quiet_NaN());
  map.transform(x, z, threads);
  return z;
}

/// Mean and spread of a sample, one value at a time.
class Sample {
 public:
  void add(double value) { values_.push_back(value); }
  double mean() const { return moment(0, 1); }
  double variance() const { return moment(mean(), 2); }
  /// Standard errors of mean() and variance().
  double mean_error() const { return std::sqrt(variance() / size()); }
  double variance_error() const {
    const double v = variance();
    return std::sqrt((moment(mean(), 4) - v * v) / size());
  }

 private:
  double size() const { return static_cast<double>(values_.size()); }
  double moment(double about, int power) const {
    double sum = 0;
    for (const double value : values_) sum += std::pow(value - about, power);
    return sum / size();
  }
  std::vector<double> values_;
};

}  // namespace sketchbench::test
