#include <sketchbench/report/measured_growth.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include <sketchbench/report/partition.hpp>

namespace sketchbench {
namespace {

using testing::ElementsAre;
using testing::SizeIs;

RunGroup group_of(const std::string& method) {
  RunGroup group;
  group.method = group.method_label = method;
  return group;
}

TEST(MeasuredGrowth, IsFittedToTheMeansAndOrdersTheSizes) {
  const RunGroup group = group_of("rks");
  const auto sample = [](double size) {
    const std::vector<double> runs = {0.5 * size * size, 1.5 * size * size};
    return sample_of(runs);
  };
  const MeasuredGrowth growth = measured_growth({{&group, 4000, sample(4000)},
                                                 {&group, 100, {}},
                                                 {&group, 1000, sample(1000)},
                                                 {&group, 2000, sample(2000)}});
  ASSERT_THAT(growth.points, SizeIs(3)) << "100 has no runs";
  EXPECT_EQ(growth.points.front().size, 1000);
  EXPECT_EQ(growth.law->points, 3) << "one a size, whatever the number of runs";
  EXPECT_NEAR(growth.law->exponent, 2, 1e-12);
  EXPECT_EQ(sizes_text(growth), "1,000 – 4,000");
  const TableCell cell = exponent_cell(growth);
  EXPECT_EQ(cell[0].left.text, "2.00 ± 0.00");
  EXPECT_THAT(cell[0].results, SizeIs(3));
}

TEST(MeasuredGrowth, OfOneSizeHasNoExponent) {
  const RunGroup group = group_of("rks");
  const std::vector<double> run = {1.0};
  const MeasuredGrowth one = measured_growth({{&group, 100, sample_of(run)}});
  EXPECT_FALSE(one.law.has_value());
  EXPECT_EQ(exponent_cell(one)[0].left.text, "");
  EXPECT_EQ(sizes_text(one), "100");
  EXPECT_EQ(sizes_text(measured_growth({})), "");
}

TEST(Partition, KeepsTheOrderOfTheFirst) {
  const std::vector<int> numbers = {5, 2, 7, 4, 1};
  EXPECT_THAT(partitioned(numbers, [](int a, int b) { return a % 2 == b % 2; }),
              ElementsAre(ElementsAre(5, 7, 1), ElementsAre(2, 4)));
}

}  // namespace
}  // namespace sketchbench
