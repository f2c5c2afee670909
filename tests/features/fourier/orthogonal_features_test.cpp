#include <sketchbench/features/fourier/orthogonal_features.hpp>

#include <gtest/gtest.h>

#include <cmath>

#include "features/sample_rows.hpp"

namespace sketchbench {
namespace {

double product(const PanelMatrix<float>& z, Index i, Index j) {
  double sum = 0;
  for (Index k = 0; k < z.d(); ++k) sum += double{z.at(k, i)} * double{z.at(k, j)};
  return sum;
}

TEST(OrthogonalFeatures, AreOrthogonalWithinABlockAndOnlyThere) {
  const Index d = 20;
  const FrequencyMap map = orthogonal_features(d, 0.5, 100, 1);
  const PanelMatrix<float>& z = map.frequencies();
  ASSERT_EQ(z.count(), 50);
  double across = 0;
  for (Index i = 0; i < z.count(); ++i)
    for (Index j = 0; j < i; ++j) {
      const double cosine = product(z, i, j) / std::sqrt(product(z, i, i) * product(z, j, j));
      if (i / d == j / d)
        EXPECT_NEAR(cosine, 0, 1e-5) << i << ", " << j;
      else
        across = std::max(across, std::abs(cosine));
    }
  EXPECT_GT(across, 0.1);
}

// What makes the frequencies is shared by the training rows: few of them wait for it, many do not.
TEST(OrthogonalFeatures, PlanForTheirReflections) {
  const auto seconds = [](Index n) {
    const MapRequest request{.d_in = 1000, .kernel = GaussianKernel{1}, .D = 2000, .n_train = n};
    return orthogonal_features_kind().seconds_of_row(request, 1000);
  };
  EXPECT_GT(seconds(2000), 1.5 * seconds(1'000'000));
}

// Every frequency is normal: the mean over 4,000 seeds of a coordinate, of its square and of its fourth
// power, for the first and the last of a block and one of the next, within 5 standard errors: 6e-7 each, 18
// of them (seeds fixed). The first coordinate of a block's first frequency is the one whose sign
// Householder's reflections leave to the normal matrix.
TEST(OrthogonalFeatures, AreNormalOneByOne) {
  const Index d = 4;
  for (const Index coordinate : {0, 2})
    for (const Index j : {0, 3, 5}) {
      test::Sample mean, square, fourth;
      for (Seed seed = 0; seed < 4'000; ++seed) {
        const double z = 0.5 * double{orthogonal_features(d, 0.5, 12, seed).frequencies().at(coordinate, j)};
        mean.add(z);
        square.add(z * z);
        fourth.add(std::pow(z, 4));
      }
      EXPECT_NEAR(mean.mean(), 0, 5 * mean.mean_error());
      EXPECT_NEAR(square.mean(), 1, 5 * square.mean_error());
      EXPECT_NEAR(fourth.mean(), 3, 5 * fourth.mean_error());
    }
}

}  // namespace
}  // namespace sketchbench
