#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include <sketchbench/core/random.hpp>
#include <sketchbench/kernels/kernel.hpp>
#include "kernels/sample_rows.hpp"

namespace sketchbench {
namespace {

using testing_support::random_rows;

/// The formula, coordinate by coordinate, from the dense rows.
using Naive = std::function<double(const float* x, const float* y, Index d)>;

void expect_formula(const Kernel& kernel, const Naive& naive) {
  const DenseMatrix dense = random_rows(9, 17, 4);
  const CsrMatrix sparse = to_sparse(dense);
  for (Index i = 0; i < dense.n; ++i)
    for (Index j = 0; j < dense.n; ++j) {
      const double expected = naive(dense.row(i), dense.row(j), dense.d);
      for (const Rows& x : {dense.view(), sparse.view()})
        for (const Rows& y : {dense.view(), sparse.view()})
          EXPECT_NEAR(kernel(x, i, y, j), expected, 1e-14) << kernel.display() << " " << i << " " << j;
    }
}

TEST(GaussianKernel, IsItsFormulaForEveryStorage) {
  expect_formula(GaussianKernel{.sigma = 1.7}, [](const float* x, const float* y, Index d) {
    double squared = 0;
    for (Index k = 0; k < d; ++k) squared += std::pow(double{x[k]} - double{y[k]}, 2);
    return std::exp(-squared / (2 * 1.7 * 1.7));
  });
}

TEST(LaplacianKernel, IsItsFormulaForEveryStorage) {
  expect_formula(LaplacianKernel{.sigma = 3}, [](const float* x, const float* y, Index d) {
    double distance = 0;
    for (Index k = 0; k < d; ++k) distance += std::abs(double{x[k]} - double{y[k]});
    return std::exp(-distance / 3);
  });
}

TEST(CauchyKernel, IsItsFormulaForEveryStorage) {
  expect_formula(CauchyKernel{.sigma = 0.8}, [](const float* x, const float* y, Index d) {
    double value = 1;
    for (Index k = 0; k < d; ++k) value /= 1 + std::pow((double{x[k]} - double{y[k]}) / 0.8, 2);
    return value;
  });
}

TEST(ShiftInvariantKernels, AreOneAtTheSamePointAndUnchangedByAShift) {
  const DenseMatrix x = random_rows(4, 6, 5);
  DenseMatrix shifted = x;
  for (float& value : shifted.value) value += 0.5f;
  for (const Kernel& kernel : {Kernel(GaussianKernel{}), Kernel(LaplacianKernel{}), Kernel(CauchyKernel{})})
    for (Index i = 0; i < x.n; ++i) {
      EXPECT_EQ(kernel(x.view(), i, x.view(), i), 1);
      for (Index j = 0; j < x.n; ++j)
        EXPECT_NEAR(kernel(shifted.view(), i, shifted.view(), j), kernel(x.view(), i, x.view(), j), 1e-6);
    }
}

/// kappa(delta) is the mean of cos(w delta) over the kernel's spectral measure (Bochner's theorem): each
/// kernel is checked against draws of its own. With 10^6 draws the mean's deviation is below 10^-3; a false
/// alarm at five deviations over the 15 checks has a probability below 10^-5.
TEST(ShiftInvariantKernels, AreTheTransformsOfTheirSpectralMeasures) {
  constexpr int draws = 1'000'000;
  constexpr double sigma = 1.3;
  struct Case {
    Kernel kernel;
    std::function<double(RandomStream&)> frequency;
  };
  const std::vector<Case> cases = {
      {GaussianKernel{.sigma = sigma}, [](RandomStream& random) { return random.normal() / sigma; }},
      {LaplacianKernel{.sigma = sigma},
       [](RandomStream& random) { return std::tan(M_PI * (random.uniform() - 0.5)) / sigma; }},
      {CauchyKernel{.sigma = sigma},
       [](RandomStream& random) { return -std::log(1 - random.uniform()) * random.sign() / sigma; }}};
  for (const Case& one : cases)
    for (const float delta : {0.1f, 0.5f, 1.0f, 2.0f, 4.0f}) {
      RandomStream random(7, "frequencies");
      double sum = 0;
      for (int i = 0; i < draws; ++i) sum += std::cos(one.frequency(random) * delta);
      const float origin = 0;
      const double kappa = one.kernel(Rows::dense(&delta, 1, 1, 1), 0, Rows::dense(&origin, 1, 1, 1), 0);
      EXPECT_NEAR(sum / draws, kappa, 5e-3) << one.kernel.display() << " at " << delta;
    }
}

TEST(ShiftInvariantKernels, StayFiniteFarAway) {
  const DenseMatrix origin(1, 3);
  DenseMatrix far(1, 3);
  for (float& value : far.value) value = 3e38f;
  for (const Kernel& kernel : {Kernel(GaussianKernel{}), Kernel(LaplacianKernel{}), Kernel(CauchyKernel{})}) {
    const double value = kernel(origin.view(), 0, far.view(), 0);
    EXPECT_GE(value, 0);
    EXPECT_LT(value, 1e-100);
  }
}

}  // namespace
}  // namespace sketchbench
