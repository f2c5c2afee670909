#include <sketchbench/core/quartiles.hpp>

#include <gtest/gtest.h>

#include <vector>

#include <sketchbench/core/error.hpp>

namespace sketchbench {
namespace {

TEST(Quartiles, AreOrderStatisticsWhereThereAreSuch) {
  const Quartiles q = quartiles_of(std::vector<double>{9, 1, 5, 3, 7});
  EXPECT_DOUBLE_EQ(q.min, 1);
  EXPECT_DOUBLE_EQ(q.q1, 3);
  EXPECT_DOUBLE_EQ(q.median, 5);
  EXPECT_DOUBLE_EQ(q.q3, 7);
  EXPECT_DOUBLE_EQ(q.max, 9);
}

TEST(Quartiles, AreInterpolatedBetweenThem) {
  const Quartiles q = quartiles_of(std::vector<double>{4, 1, 3, 2});
  EXPECT_DOUBLE_EQ(q.q1, 1.75);
  EXPECT_DOUBLE_EQ(q.median, 2.5);
  EXPECT_DOUBLE_EQ(q.q3, 3.25);
}

TEST(Quartiles, OfOneValueAreThatValue) {
  const Quartiles q = quartiles_of(std::vector<double>{0.25});
  for (const double value : {q.min, q.q1, q.median, q.q3, q.max}) EXPECT_DOUBLE_EQ(value, 0.25);
}

TEST(Quartiles, OneOutlierMovesOnlyTheMaximum) {
  const Quartiles calm = quartiles_of(std::vector<double>{1, 2, 3, 4, 5, 6, 7});
  const Quartiles disturbed = quartiles_of(std::vector<double>{1, 2, 3, 4, 5, 6, 700});
  EXPECT_DOUBLE_EQ(disturbed.median, calm.median);
  EXPECT_DOUBLE_EQ(disturbed.q3, calm.q3);
  EXPECT_DOUBLE_EQ(disturbed.max, 700);
}

TEST(Quartiles, OfNothingThereAreNone) { EXPECT_THROW(quartiles_of({}), Error); }

}  // namespace
}  // namespace sketchbench
