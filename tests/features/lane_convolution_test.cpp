#include <sketchbench/features/lane_convolution.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <tuple>
#include <vector>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/random.hpp>
#include "features/direct_convolution.hpp"

namespace sketchbench {
namespace {

class LaneConvolutionShape : public testing::TestWithParam<std::tuple<Index, Index>> {};

TEST_P(LaneConvolutionShape, EqualsTheDirectSumInEveryLane) {
  const auto [n, count] = GetParam();
  const LaneConvolution convolution(n, count);
  LaneConvolution::Workspace work(convolution);
  const auto layouts = LaneConvolution::layouts(n, count);
  RandomStream random(1, "test.lane_convolution");
  std::vector<std::vector<double>> expected(lane_count);
  std::vector<double> size(lane_count, 1);  // product of the signals' 1-norms: no value is larger

  // Whatever a transform is to take for 0 without reading it.
  const auto clear = [&](const LaneConvolution::Places& places) {
    const ComplexLanes nobody_reads = {Lanes{} + NAN, Lanes{} + NAN};
    std::fill(work.signals.begin(), work.signals.end(), nobody_reads);
    std::fill_n(work.signals.begin(), places.count, ComplexLanes{});
    std::fill(work.signals.begin() + places.gap.begin, work.signals.begin() + places.gap.end, nobody_reads);
  };
  const auto fill = [&](Index k) {
    const SignalLayout& layout = layouts[static_cast<std::size_t>(k)];
    auto* const floats = reinterpret_cast<float*>(work.signals.data());
    for (std::size_t lane = 0; lane < lane_count; ++lane) {
      std::vector<double> signal;
      double norm = 0;
      for (Index j = 0; j < n; ++j) {
        const auto value = static_cast<float>(2 * random.uniform() - 1);
        floats[static_cast<std::size_t>(layout.place(j)) + lane] = layout.factor(j) * value;
        signal.push_back(value);
        norm += std::abs(value);
      }
      expected[lane] = expected[lane].empty() ? signal : test::convolve(expected[lane], signal);
      size[lane] *= norm;
    }
  };
  for (Index pair = 0; pair < convolution.pairs(); ++pair) {
    clear(convolution.pair_places());
    fill(2 * pair);
    fill(2 * pair + 1);
    convolution.take_pair(work, pair == 0);
  }
  if (convolution.has_single()) {
    clear(convolution.single_places());
    fill(count - 1);
    convolution.take_single(work, convolution.pairs() == 0);
  }
  DenseMatrix z(lane_count, n);
  convolution.finish(work, z);
  for (std::size_t lane = 0; lane < lane_count; ++lane)
    for (Index j = 0; j < n; ++j)
      EXPECT_NEAR(z.row(static_cast<Index>(lane))[j], expected[lane][static_cast<std::size_t>(j)],
                  1e-6 * size[lane])
          << "lane " << lane << ", j = " << j;
}

INSTANTIATE_TEST_SUITE_P(Shapes, LaneConvolutionShape,
                         testing::Combine(testing::Values(1, 2, 3, 6, 7, 8, 14, 17, 29, 58, 100, 101, 128),
                                          testing::Values(1, 2, 3, 4, 5)));

TEST(LaneConvolution, TakesThePlannedMemory) {
  for (const Index n : {1, 2, 29, 58, 97, 100, 997, 998})
    for (const Index count : {1, 2, 3}) {
      const LaneConvolution convolution(n, count);
      const LaneConvolution::Workspace work(convolution);
      EXPECT_EQ(static_cast<double>(convolution.memory_bytes()), LaneConvolution::memory(n, count));
      EXPECT_EQ(static_cast<double>((work.signals.size() + work.scratch.size() + work.product.size()) *
                                    sizeof(ComplexLanes)),
                LaneConvolution::workspace(n, count));
    }
}

TEST(LaneConvolution, RefusesLengthsBeyondItsPlaces) {
  EXPECT_THROW(LaneConvolution::layouts(Index{1} << 28, 2), InputError);
}

}  // namespace
}  // namespace sketchbench
