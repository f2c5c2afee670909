#include <sketchbench/features/circular_convolution.hpp>

#include <gtest/gtest.h>
#include <cmath>

#include <algorithm>
#include <set>
#include <tuple>
#include <vector>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/random.hpp>
#include "features/direct_convolution.hpp"

namespace sketchbench {
namespace {

class Convolution : public testing::TestWithParam<std::tuple<Index, Index>> {};

TEST_P(Convolution, EqualsTheDirectSum) {
  const auto [n, count] = GetParam();
  const CircularConvolution convolution(n, count);
  CircularConvolution::Workspace work(convolution);
  std::fill_n(work.signals.get(), convolution.signal_floats(), 0.0f);
  RandomStream random(1, "test.convolution");
  std::vector<double> expected;
  double size = 1;  // product of the signals' 1-norms: no value of the convolution is larger
  for (const SignalLayout& layout : CircularConvolution::layouts(n, count)) {
    std::vector<double> signal;
    double norm = 0;
    for (Index j = 0; j < n; ++j) {
      const auto value = static_cast<float>(2 * random.uniform() - 1);
      work.signals[layout.place(j)] = value;
      signal.push_back(value);
      norm += std::abs(value);
    }
    expected = expected.empty() ? signal : test::convolve(expected, signal);
    size *= norm;
  }
  // One float past the start, so that the result's alignment is not the FFT's.
  std::vector<float> out(static_cast<std::size_t>(n + 1));
  convolution.run(work, out.data() + 1);
  for (Index j = 0; j < n; ++j) EXPECT_NEAR(out[j + 1], expected[j], 1e-6 * size) << "j = " << j;
}

INSTANTIATE_TEST_SUITE_P(Shapes, Convolution,
                         testing::Combine(testing::Values(1, 2, 3, 8, 17, 100, 101, 128),
                                          testing::Values(2, 3, 4, 5)));

TEST(ConvolutionLayouts, DoNotOverlap) {
  for (const Index n : {1, 7, 8, 9})
    for (const Index count : {1, 2, 3, 6}) {
      std::set<Index> places;
      for (const SignalLayout& layout : CircularConvolution::layouts(n, count))
        for (Index j = 0; j < n; ++j) EXPECT_TRUE(places.insert(layout.place(j)).second);
      if (count > 1) {
        EXPECT_LT(*places.rbegin(), CircularConvolution(n, count).signal_floats());
      }
    }
}

TEST(ConvolutionLayouts, RefusesMoreThan32BitsOfPlaces) {
  EXPECT_THROW(CircularConvolution::layouts(2'000'000'000, 3), InputError);
}

// Unit signals: whatever the count, their convolution is a unit signal; no factor may grow on the way.
TEST(ConvolutionOfMany, NeitherOverflowsNorVanishes) {
  const Index n = 12, count = 301;
  const CircularConvolution convolution(n, count);
  CircularConvolution::Workspace work(convolution);
  std::fill_n(work.signals.get(), convolution.signal_floats(), 0.0f);
  for (const SignalLayout& layout : CircularConvolution::layouts(n, count)) work.signals[layout.place(1)] = 1;
  std::vector<float> out(static_cast<std::size_t>(n));
  convolution.run(work, out.data());
  for (Index j = 0; j < n; ++j) EXPECT_NEAR(out[j], j == count % n ? 1 : 0, 1e-4);
}

}  // namespace
}  // namespace sketchbench
