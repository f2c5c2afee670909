#include <sketchbench/report/figure/panels.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sketchbench {
namespace {

using testing::ElementsAre;

RunGroup group_of(const std::string& id) {
  RunGroup group;
  group.done.emplace_back();
  group.done.back().id = id;
  return group;
}

TEST(FigurePoint, HasABarOfOneDeviationToEitherSide) {
  const FigurePoint point = point_with_deviation(3, {.n = 2, .mean = 5, .std = 1});
  EXPECT_EQ(point.x, 3);
  EXPECT_EQ(point.low, 4);
  EXPECT_EQ(point.high, 6);
  EXPECT_FALSE(point_with_deviation(3, {.n = 1, .mean = 5, .std = {}}).low.has_value());
}

TEST(FigurePoint, HasNoBarToZeroOnALogarithmicAxis) {
  const FigurePoint point{.x = 1, .y = 2, .low = -1, .high = 5, .records = {}};
  EXPECT_EQ(drawn_point(point, group_of("a"), true).low, 2);
  EXPECT_EQ(drawn_point(point, group_of("a"), true).high, 5);
  EXPECT_EQ(drawn_point(point, group_of("a"), false).low, -1);
}

TEST(FigurePoint, LeadsToItsOwnRecordsOrToTheGroups) {
  FigurePoint point{.x = 1, .y = 2, .low = {}, .high = {}, .records = {}};
  EXPECT_THAT(drawn_point(point, group_of("a"), true).records, ElementsAre("a"));
  point.records = {"b"};
  EXPECT_THAT(drawn_point(point, group_of("a"), true).records, ElementsAre("b"));
}

}  // namespace
}  // namespace sketchbench
