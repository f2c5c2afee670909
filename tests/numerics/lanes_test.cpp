#include <sketchbench/numerics/transforms/lanes.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace sketchbench {
namespace {

TEST(StoreLanes, PutsEveryValueIntoItsRowAndTouchesNothingElse) {
  for (const Index count : {1, 5, 16, 17, 31, 40})
    for (const Index rows : {Index{1}, lane_count - 1, lane_count})
      for (const Index step : {1, 2})
        for (const bool weighted : {false, true}) {
          std::vector<Lanes> values(static_cast<std::size_t>(count * step));
          std::vector<float> weight;
          for (Index j = 0; j < count; ++j) {
            weight.push_back(static_cast<float>(j % 3));
            for (Index i = 0; i < lane_count; ++i)
              values[static_cast<std::size_t>(j * step)][i] = static_cast<float>(100 * j + i);
          }
          const Index stride = count + 3;
          std::vector<float> out(static_cast<std::size_t>(lane_count * stride), -1.0f);
          store_lanes({.data = values.data(), .step = step, .weight = weighted ? weight.data() : nullptr},
                      count, 0.5f, out.data(), stride, rows);
          for (Index i = 0; i < lane_count; ++i)
            for (Index j = 0; j < stride; ++j) {
              const auto factor = weighted ? static_cast<float>(j % 3) : 1.0f;
              EXPECT_EQ(out[static_cast<std::size_t>(i * stride + j)],
                        i < rows && j < count ? 0.5f * factor * static_cast<float>(100 * j + i) : -1.0f);
            }
        }
}

TEST(LoadLanes, TakesEveryValueOfItsRowsAndNothingElse) {
  for (const Index count : {1, 5, 16, 17, 31, 40})
    for (const Index rows : {Index{1}, lane_count - 1, lane_count}) {
      const Index stride = count + 3;
      std::vector<float> in(static_cast<std::size_t>(rows * stride), NAN);
      for (Index i = 0; i < rows; ++i)
        for (Index j = 0; j < count; ++j)
          in[static_cast<std::size_t>(i * stride + j)] = static_cast<float>(1 + 100 * j + i);
      std::vector<Lanes> values(static_cast<std::size_t>(count));
      load_lanes(in.data(), stride, rows, count, values.data());
      for (Index j = 0; j < count; ++j)
        for (Index i = 0; i < lane_count; ++i)
          EXPECT_EQ(values[static_cast<std::size_t>(j)][i],
                    i < rows ? static_cast<float>(1 + 100 * j + i) : 0.0f);
    }
}

}  // namespace
}  // namespace sketchbench
