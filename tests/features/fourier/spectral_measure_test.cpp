#include <sketchbench/features/fourier/spectral_measure.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include <sketchbench/core/error.hpp>
#include <sketchbench/features/fourier/chi.hpp>
#include "features/sample_rows.hpp"

namespace sketchbench {
namespace {

std::vector<Kernel> kernels() { return {GaussianKernel{0.7}, LaplacianKernel{0.7}, CauchyKernel{0.7}}; }

// E cos(z t) is the kernel of two numbers that differ by t: within 5 standard errors of 100,000 draws, each
// of 12 comparisons wrong with a probability of 6e-7 (seed fixed).
TEST(SpectralMeasure, HasTheKernelAsItsCharacteristicFunction) {
  for (const Kernel& kernel : kernels()) {
    const SpectralMeasure measure(kernel);
    for (const float t : {0.1f, 0.5f, 1.0f, 3.0f}) {
      RandomStream random(1, "test.measure");
      test::Sample cosines;
      for (int i = 0; i < 100'000; ++i) cosines.add(std::cos(measure.draw(random) * double{t}));
      DenseMatrix x(2, 1);
      x.value = {0, t};
      EXPECT_NEAR(cosines.mean(), kernel(x.view(), 0, x.view(), 1), 5 * cosines.mean_error())
          << kernel.display() << " at " << t;
    }
  }
}

// The largest distance between the distribution of n draws and the true one is beyond 2.7 / sqrt(n) with a
// probability of about 2 exp(-2 2.7^2) = 1e-6, for each of three kernels (seed fixed).
TEST(SpectralMeasure, DrawsFromTheDistributionThatItInverts) {
  constexpr int n = 20'000;
  for (const Kernel& kernel : kernels()) {
    const SpectralMeasure measure(kernel);
    RandomStream random(2, "test.measure");
    std::vector<double> draws(n);
    for (double& draw : draws) draw = measure.draw(random);
    std::ranges::sort(draws);
    double distance = 0;
    for (int i = 1; i < n; ++i) {
      const double share = static_cast<double>(i) / n, quantile = measure.quantile(share);
      const auto below = std::ranges::lower_bound(draws, quantile) - draws.begin();
      distance = std::max(distance, std::abs(static_cast<double>(below) / n - share));
    }
    EXPECT_LT(distance * std::sqrt(n), 2.7) << kernel.display();
  }
}

TEST(SpectralMeasure, InvertsTheKnownDistributionFunctions) {
  const SpectralMeasure normal(GaussianKernel{0.5}), cauchy(LaplacianKernel{0.5}), laplace(CauchyKernel{0.5});
  for (const double u : {0x1p-33, 1e-6, 0.1, 0.5, 0.75, 0.9999, 1 - 0x1p-33}) {
    EXPECT_NEAR(std::erfc(-normal.quantile(u) / 2 / std::numbers::sqrt2) / 2, u, 1e-14 + 1e-12 * u);
    EXPECT_NEAR(0.5 + std::atan(cauchy.quantile(u) / 2) / std::numbers::pi, u, 1e-14);
    const double z = laplace.quantile(u) / 2;
    EXPECT_NEAR(z < 0 ? std::exp(z) / 2 : 1 - std::exp(-z) / 2, u, 1e-14);
  }
  // Far out, where a distribution function has no digits left.
  EXPECT_NEAR(cauchy.quantile(0x1p-33) * std::numbers::pi * 0x1p-34, -1, 1e-9);
  EXPECT_NEAR(laplace.quantile(0x1p-33) / 2, -32 * std::numbers::ln2, 1e-12);
  for (const double u : {0x1p-33, 0x1p-32, 0x1p-20}) {
    EXPECT_NEAR(std::erfc(-normal.quantile(u) / 2 / std::numbers::sqrt2) / 2 / u, 1, 1e-11);
    EXPECT_NEAR(normal.quantile(1 - u), -normal.quantile(u), 1e-13 * std::abs(normal.quantile(u)));
  }
}

TEST(SpectralMeasure, RefusesKernelsWithoutOneAndFrequenciesBeyondSinglePrecision) {
  EXPECT_FALSE(has_spectral_measure(PolynomialKernel{2, 1}));
  EXPECT_THROW(SpectralMeasure(PolynomialKernel{2, 1}), InputError);
  EXPECT_THROW(require_frequencies(LaplacianKernel{1e-30}), InputError);
  for (const double sigma : {1e-20, 1.0, 1e30}) EXPECT_NO_THROW(require_frequencies(LaplacianKernel{sigma}));
  for (const double sigma : {1e-30, 1e30}) {
    EXPECT_NO_THROW(require_frequencies(GaussianKernel{sigma}));
    EXPECT_NO_THROW(require_frequencies(CauchyKernel{sigma}));
  }
}

// Means over 50,000 draws within 5 standard errors, each of 15 comparisons wrong with a probability of 6e-7.
TEST(DrawChi, HasTheMomentsOfALength) {
  for (const Index n : {1, 2, 3, 16, 1000}) {
    RandomStream random(3, "test.chi");
    test::Sample lengths, squares, fourth;
    for (int i = 0; i < 50'000; ++i) {
      const double length = draw_chi(n, random);
      lengths.add(length);
      squares.add(length * length);
      fourth.add(std::pow(length, 4));
    }
    const auto k = static_cast<double>(n);
    const double mean = std::numbers::sqrt2 * std::exp(std::lgamma((k + 1) / 2) - std::lgamma(k / 2));
    EXPECT_NEAR(lengths.mean(), mean, 5 * lengths.mean_error());
    EXPECT_NEAR(squares.mean(), k, 5 * squares.mean_error());
    EXPECT_NEAR(fourth.mean(), k * (k + 2), 5 * fourth.mean_error());
  }
}

}  // namespace
}  // namespace sketchbench
