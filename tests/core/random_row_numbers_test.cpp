#include <sketchbench/core/random.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <set>

namespace sketchbench {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(RandomRowNumbers, AreAllWhereThereAreNoMore) {
  EXPECT_THAT(random_row_numbers(4, 4, 0, "test"), ElementsAre(0, 1, 2, 3));
  EXPECT_THAT(random_row_numbers(3, 100, 0, "test"), ElementsAre(0, 1, 2));
  EXPECT_THAT(random_row_numbers(0, 2, 0, "test"), IsEmpty());
}

TEST(RandomRowNumbers, AreDifferentOnesInTheirOrder) {
  const std::vector<Index> rows = random_row_numbers(1000, 100, 0, "test");
  EXPECT_EQ(rows.size(), 100u);
  EXPECT_EQ(std::ranges::adjacent_find(rows, std::greater_equal<>()), rows.end());
  EXPECT_GE(rows.front(), 0);
  EXPECT_LT(rows.back(), 1000);
  EXPECT_EQ(rows, random_row_numbers(1000, 100, 0, "test"));
  EXPECT_NE(rows, random_row_numbers(1000, 100, 0, "another"));
  EXPECT_NE(rows, random_row_numbers(1000, 100, 1, "test"));
}

// Values of sigma in records come from these rows: the first of a shuffle.
TEST(RandomRowNumbers, AreTheFirstOfAShuffle) {
  std::vector<Index> shuffled(50);
  for (std::size_t i = 0; i < shuffled.size(); ++i) shuffled[i] = static_cast<Index>(i);
  RandomStream(0, "test").shuffle(shuffled);
  const std::set<Index> first(shuffled.begin(), shuffled.begin() + 7);
  EXPECT_EQ(random_row_numbers(50, 7, 0, "test"), std::vector<Index>(first.begin(), first.end()));
}

}  // namespace
}  // namespace sketchbench
