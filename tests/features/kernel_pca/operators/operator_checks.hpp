#pragma once
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/random.hpp>
#include <sketchbench/numerics/eigensolvers/symmetric_operator.hpp>
#include "features/sample_rows.hpp"
#include "support/environment.hpp"

namespace sketchbench::test {

inline Eigen::MatrixXf sample_vectors(Index m, Index l, Seed seed) {
  RandomStream random(seed, "test.vectors");
  Eigen::MatrixXf x(m, l);
  for (Index c = 0; c < l; ++c)
    for (Index i = 0; i < m; ++i) x(i, c) = static_cast<float>(2 * random.uniform() - 1);
  return x;
}

/// A x; y is NaN beforehand, so that a value that the operator forgets is found.
inline Eigen::MatrixXf product(const SymmetricOperator& a, const Eigen::MatrixXf& x, int threads = 1) {
  Eigen::MatrixXf y = Eigen::MatrixXf::Constant(x.rows(), x.cols(), std::numeric_limits<float>::quiet_NaN());
  a.multiply(x, y, threads);
  return y;
}

/// The entries as products with unit vectors show them, which are exact.
inline Eigen::MatrixXf entries_of(const SymmetricOperator& a, int threads = 1) {
  return product(a, Eigen::MatrixXf::Identity(a.size(), a.size()), threads);
}

/// Products are those of the entries that entry(i, j) tells, for every width of panels; they are symmetric,
/// and no bit depends on the number of threads.
template <class Operator, class Entry>
void expect_products_of_entries(const Operator& a, const Entry& entry) {
  const Index m = a.size();
  const Eigen::MatrixXf entries = entries_of(a);
  ASSERT_EQ(entries, Eigen::MatrixXf(entries.transpose())) << m;
  for (Index j = 0; j < m; ++j)
    for (Index i = 0; i < m; ++i) ASSERT_EQ(entries(i, j), entry(i, j)) << i << ", " << j << " of " << m;
  const Eigen::MatrixXd exact = entries.cast<double>();
  for (const Index l : {1, 2, 3, 5, 13, 20, 30, 41, 64, 70}) {
    const Eigen::MatrixXf x = sample_vectors(m, l, 7);
    const Eigen::MatrixXf y = product(a, x);
    const double scale = (exact.cwiseAbs() * x.cast<double>().cwiseAbs()).maxCoeff();
    // The sums of a thousand terms, a few hundred at a time, lose far less than 20 roundings.
    EXPECT_LE((y.cast<double>() - exact * x.cast<double>()).cwiseAbs().maxCoeff(),
              20 * 0x1p-24 * scale + 1e-30)
        << m << " rows, " << l << " vectors";
    for (const int threads : {2, 5}) EXPECT_EQ(product(a, x, threads), y) << threads << " threads";
  }
}

/// The values of a random entry and their probabilities, for a value of the kernel.
using Law = std::function<std::vector<std::pair<double, double>>(double value)>;

/// Entry by entry, the mean over seeds is the kernel's value and the variance is as the formula says, within
/// 6 of the standard errors that the law gives. Squares are those of the distance from the kernel's value: a
/// sample's own mean would take away from them, which for values near 0 is more than the law's error.
template <class Make>
void expect_unbiased(const Eigen::MatrixXd& kernel, int seeds, const Make& entries, const Law& law,
                     const std::function<double(double)>& variance) {
  const Index m = kernel.rows();
  std::vector<Sample> samples(static_cast<std::size_t>(m * m));
  for (int seed = 0; seed < seeds; ++seed) {
    const auto entry = entries(static_cast<Seed>(seed));
    for (Index j = 0; j < m; ++j)
      for (Index i = j; i < m; ++i) samples[static_cast<std::size_t>(i * m + j)].add(entry(i, j));
  }
  for (Index j = 0; j < m; ++j)
    for (Index i = j; i < m; ++i) {
      const Sample& sample = samples[static_cast<std::size_t>(i * m + j)];
      const double expected = variance(kernel(i, j));
      double fourth = 0;
      for (const auto& [value, probability] : law(kernel(i, j)))
        fourth += probability * std::pow(value - kernel(i, j), 4);
      const double mean_error = std::sqrt(std::max(expected, 0.0) / seeds);
      const double variance_error = std::sqrt(std::max(fourth - expected * expected, 0.0) / seeds);
      constexpr double rounding = 1e-5;  // of the kernel's values
      EXPECT_NEAR(sample.mean(), kernel(i, j), 6 * mean_error + rounding);
      const double squares = sample.variance() + std::pow(sample.mean() - kernel(i, j), 2);
      EXPECT_NEAR(squares, expected, 6 * variance_error + rounding * (1 + expected));
    }
}

/// The message of the InputError that make() throws.
template <class Make>
std::string refusal(const Make& make) {
  try {
    make();
  } catch (const InputError& e) {
    return e.what();
  }
  return "";
}

/// make(rows) refuses 0 rows, and rows for whose matrix there is no memory, with the numbers.
template <class Make>
void expect_refusals(const Make& make) {
  const DenseMatrix x = sample_rows(300, 3, 1, 1);
  EXPECT_NE(refusal([&] { make(DenseMatrix(0, 3).view()); }).find("0 rows, expected at least 1"),
            std::string::npos);
  const testing_support::EnvironmentVariable memory("SKETCHBENCH_MEMORY", "1000");
  const std::string message = refusal([&] { make(x.view()); });
  EXPECT_NE(message.find("300 rows"), std::string::npos) << message;
  EXPECT_NE(message.find("needs about"), std::string::npos) << message;
  EXPECT_NE(message.find("are free"), std::string::npos) << message;
}

}  // namespace sketchbench::test
