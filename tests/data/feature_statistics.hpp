#pragma once
#include <cmath>
#include <vector>

#include <sketchbench/data/dataset.hpp>

namespace sketchbench::testing_support {

/// Pearson's correlation of every column with the labels; 0 for a constant column.
inline std::vector<double> label_correlations(const Rows& x, std::span<const float> y) {
  const auto n = static_cast<double>(x.size());
  const auto d = static_cast<std::size_t>(x.dim());
  std::vector<double> sum(d), squares(d), with_label(d);
  double label_sum = 0, label_squares = 0;
  for (Index i = 0; i < x.size(); ++i) {
    const double label = y[static_cast<std::size_t>(i)];
    label_sum += label;
    label_squares += label * label;
    x.for_each_nonzero(i, [&](Index column, float value) {
      const auto c = static_cast<std::size_t>(column);
      sum[c] += value;
      squares[c] += static_cast<double>(value) * value;
      with_label[c] += value * label;
    });
  }
  std::vector<double> result(d);
  const double label_variance = label_squares / n - label_sum / n * (label_sum / n);
  for (std::size_t c = 0; c < d; ++c) {
    const double variance = squares[c] / n - sum[c] / n * (sum[c] / n);
    if (variance > 0)
      result[c] = (with_label[c] / n - sum[c] / n * (label_sum / n)) / std::sqrt(variance * label_variance);
  }
  return result;
}

inline double share_above(const std::vector<double>& values, double bound) {
  std::size_t above = 0;
  for (const double value : values) above += std::abs(value) > bound;
  return static_cast<double>(above) / static_cast<double>(values.size());
}

/// The share of `test` that an averaged perceptron with a bias, trained on `train`, gets right.
inline double perceptron_accuracy(const LabeledRows& train, const LabeledRows& test, int epochs) {
  const auto d = static_cast<std::size_t>(train.x.dim());
  std::vector<double> weight(d + 1), weighted_updates(d + 1);
  const auto response = [&](const std::vector<double>& w, const Rows& x, Index i) {
    double sum = w[d];
    x.for_each_nonzero(
        i, [&](Index column, float value) { sum += w[static_cast<std::size_t>(column)] * value; });
    return sum;
  };
  double step = 1;
  for (int epoch = 0; epoch < epochs; ++epoch) {
    for (Index i = 0; i < train.x.size(); ++i, ++step) {
      const double label = train.y[static_cast<std::size_t>(i)];
      if (label * response(weight, train.x, i) > 0) continue;
      const auto update = [&](std::size_t c, double change) {
        weight[c] += change;
        weighted_updates[c] += step * change;
      };
      train.x.for_each_nonzero(
          i, [&](Index column, float value) { update(static_cast<std::size_t>(column), label * value); });
      update(d, label);
    }
  }
  for (std::size_t c = 0; c <= d; ++c) weight[c] -= weighted_updates[c] / step;

  Index right = 0;
  for (Index i = 0; i < test.x.size(); ++i)
    right += test.y[static_cast<std::size_t>(i)] * response(weight, test.x, i) > 0;
  return static_cast<double>(right) / static_cast<double>(test.x.size());
}

/// Trains on the first `train_share` of the rows and tests on the others.
inline double perceptron_accuracy(const LabeledMatrix& data, double train_share, int epochs) {
  const Index n = data.x.size(), cut = std::lround(train_share * static_cast<double>(n));
  const std::span<const float> y = data.y;
  const auto part = static_cast<std::size_t>(cut);
  return perceptron_accuracy({data.x.view().slice(0, cut), y.first(part)},
                             {data.x.view().slice(cut, n), y.subspan(part)}, epochs);
}

}  // namespace sketchbench::testing_support
