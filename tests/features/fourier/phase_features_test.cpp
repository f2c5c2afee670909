#include <sketchbench/features/fourier/phase_features.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include <sketchbench/core/random.hpp>

namespace sketchbench {
namespace {

std::vector<float> features(const PhaseFeatures& of, Index D, std::vector<float> phases, Index step) {
  std::vector<float> z(static_cast<std::size_t>(D), NAN);
  const auto count = static_cast<Index>(phases.size());
  for (Index begin = 0; begin < count; begin += step)
    of.write(phases.data() + begin, begin, std::min(count, begin + step), z.data());
  return z;
}

TEST(PhaseFeatures, AreCosinesSinesAndOneMoreForAnOddNumber) {
  const std::vector<float> phases = {0.1f, 1, -2, 30};
  for (const Index D : {7, 8}) {
    const PhaseFeatures pairs(D, FourierForm::pairs, 1, "test");
    ASSERT_EQ(pairs.frequencies(), 4);
    const std::vector<float> z = features(pairs, D, phases, 4);
    const double scale = std::sqrt(2 / static_cast<double>(D));
    const auto h = static_cast<std::size_t>(D / 2);
    for (std::size_t j = 0; j < h; ++j) {
      EXPECT_NEAR(z[j], scale * std::cos(double{phases[j]}), 1e-7);
      EXPECT_NEAR(z[h + j], scale * std::sin(double{phases[j]}), 1e-7);
    }
    if (D == 7) {
      const double offset = 2 * std::numbers::pi * RandomStream(1, "test.offset").uniform();
      EXPECT_NEAR(z[6], scale * std::cos(double{phases[3]} + offset), 2e-6);
    }
  }
}

TEST(PhaseFeatures, WithOffsetsTakeAFrequencyEach) {
  const std::vector<float> phases = {0.1f, 1, -2, 30, 5};
  const PhaseFeatures lone(5, FourierForm::offset, 1, "test");
  ASSERT_EQ(lone.frequencies(), 5);
  const std::vector<float> z = features(lone, 5, phases, 5);
  RandomStream random(1, "test.offset");
  for (std::size_t j = 0; j < 5; ++j) {
    const double offset = 2 * std::numbers::pi * random.uniform();
    EXPECT_NEAR(z[j], std::sqrt(0.4) * std::cos(double{phases[j]} + offset), 2e-6);
  }
}

TEST(PhaseFeatures, DoNotDependOnHowManyAreWrittenAtATime) {
  RandomStream random(2, "test.phases");
  for (const FourierForm form : {FourierForm::pairs, FourierForm::offset})
    for (const Index D : {1, 2, 40, 41}) {
      const PhaseFeatures of(D, form, 1, "test");
      std::vector<float> phases(static_cast<std::size_t>(of.frequencies()));
      for (float& phase : phases) phase = static_cast<float>(10 * random.normal());
      for (const Index step : {1, 3, 16})
        EXPECT_EQ(features(of, D, phases, step), features(of, D, phases, 100));
    }
}

TEST(FourierVariance, IsZeroAtNoDistanceForPairsAlone) {
  EXPECT_EQ(fourier_variance(10, FourierForm::pairs, 1, 1), 0);
  EXPECT_DOUBLE_EQ(fourier_variance(11, FourierForm::pairs, 1, 1), 0.5 / 121);
  EXPECT_DOUBLE_EQ(fourier_variance(10, FourierForm::offset, 1, 1), 0.05);
  EXPECT_DOUBLE_EQ(fourier_variance(10, FourierForm::pairs, 0, 0), 0.1);
}

}  // namespace
}  // namespace sketchbench
