#include <sketchbench/data/split.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include <sketchbench/core/error.hpp>

namespace sketchbench {
namespace {

SplitSpec random_spec(Index sample_rows, Index test_rows, Seed seed) {
  SplitSpec spec;
  spec.name = "s";
  spec.kind = SplitSpec::Kind::random;
  spec.parts = {"all"};
  spec.sample_rows = sample_rows;
  spec.test_rows = test_rows;
  spec.seed = seed;
  return spec;
}

std::vector<Index> both(const RowSplit& split) {
  std::vector<Index> rows = split.train;
  rows.insert(rows.end(), split.test.begin(), split.test.end());
  std::sort(rows.begin(), rows.end());
  return rows;
}

TEST(LastRows, AreTheTestPartInTheOrderOfTheFile) {
  SplitSpec spec{.name = "s", .kind = SplitSpec::Kind::last, .parts = {"all"}, .test_rows = 2};
  EXPECT_EQ(divide_rows(5, spec).train, (std::vector<Index>{0, 1, 2}));
  EXPECT_EQ(divide_rows(5, spec).test, (std::vector<Index>{3, 4}));
  EXPECT_THROW(divide_rows(2, spec), InputError);
  spec.test_rows = 0;
  spec.test_share = 0.4;
  EXPECT_EQ(divide_rows(5, spec).test, (std::vector<Index>{3, 4}));
}

TEST(RandomSplit, CoversEveryRowOnceWhenNothingIsSampled) {
  const RowSplit split = divide_rows(1000, random_spec(0, 200, 1));
  EXPECT_EQ(split.test.size(), 200u);
  std::vector<Index> all(1000);
  std::iota(all.begin(), all.end(), Index{0});
  EXPECT_EQ(both(split), all);
  EXPECT_TRUE(std::is_sorted(split.train.begin(), split.train.end()));
  EXPECT_TRUE(std::is_sorted(split.test.begin(), split.test.end()));
}

TEST(RandomSplit, DrawsDistinctRowsWhenSampled) {
  const RowSplit split = divide_rows(1000, random_spec(300, 100, 1));
  const std::vector<Index> rows = both(split);
  EXPECT_EQ(split.train.size(), 200u);
  EXPECT_EQ(split.test.size(), 100u);
  EXPECT_EQ(std::adjacent_find(rows.begin(), rows.end()), rows.end());
  EXPECT_GE(rows.front(), 0);
  EXPECT_LT(rows.back(), 1000);
}

TEST(RandomSplit, IsAFunctionOfTheSeed) {
  EXPECT_EQ(divide_rows(500, random_spec(0, 100, 7)).test, divide_rows(500, random_spec(0, 100, 7)).test);
  EXPECT_NE(divide_rows(500, random_spec(0, 100, 7)).test, divide_rows(500, random_spec(0, 100, 8)).test);
}

TEST(RandomSplit, StaysTheSameFromOneVersionToTheNext) {
  // Recorded: published results depend on these very rows.
  EXPECT_EQ(divide_rows(10, random_spec(6, 2, 1)).test, (std::vector<Index>{1, 4}));
  EXPECT_EQ(divide_rows(10, random_spec(6, 2, 1)).train, (std::vector<Index>{2, 5, 6, 8}));
}

TEST(RandomSplit, RoundsAShare) {
  SplitSpec spec = random_spec(0, 0, 1);
  spec.test_share = 0.2;
  EXPECT_EQ(divide_rows(48, spec).test.size(), 10u);
}

TEST(RandomSplit, RefusesAnEmptyPartAndTooLargeASample) {
  EXPECT_THROW(divide_rows(100, random_spec(101, 10, 1)), InputError);
  EXPECT_THROW(divide_rows(100, random_spec(0, 100, 1)), InputError);
  SplitSpec spec = random_spec(0, 0, 1);
  spec.test_share = 0.001;
  EXPECT_THROW(divide_rows(100, spec), InputError);
}

TEST(RandomSubset, TakesAllOrNone) {
  RandomStream stream(1, "test");
  EXPECT_TRUE(random_subset(5, 0, stream).empty());
  EXPECT_EQ(random_subset(3, 3, stream), (std::vector<Index>{0, 1, 2}));
}

/// Each row is in a subset of 30 out of 100 with probability 0.3. Over 2,000 draws its count is binomial with
/// mean 600 and standard deviation sqrt(2000 * 0.3 * 0.7) = 20.5. Six deviations on either side: by the
/// normal tail 2e-9 a row, so below 2e-7 for one of 100 rows to fail by chance (and the seed is fixed).
TEST(RandomSubset, HasEveryRowEquallyOften) {
  std::vector<int> count(100, 0);
  RandomStream stream(1, "test");
  for (int draw = 0; draw < 2000; ++draw)
    for (const Index row : random_subset(100, 30, stream)) ++count[static_cast<std::size_t>(row)];
  const double deviation = std::sqrt(2000 * 0.3 * 0.7);
  for (const int c : count) EXPECT_NEAR(c, 600, 6 * deviation);
}

/// The split's own draw: a row lands in the test part, in the training part or outside with the stated
/// shares. The same six-deviation bound, for 2 x 50 counts: below 2e-7 by chance.
TEST(RandomSplit, PutsEveryRowIntoEitherPartEquallyOften) {
  std::vector<int> train(50, 0), test(50, 0);
  const int draws = 4000;
  for (int seed = 0; seed < draws; ++seed) {
    const RowSplit split = divide_rows(50, random_spec(20, 5, static_cast<Seed>(seed)));
    for (const Index row : split.train) ++train[static_cast<std::size_t>(row)];
    for (const Index row : split.test) ++test[static_cast<std::size_t>(row)];
  }
  for (const int c : train) EXPECT_NEAR(c, draws * 0.3, 6 * std::sqrt(draws * 0.3 * 0.7));
  for (const int c : test) EXPECT_NEAR(c, draws * 0.1, 6 * std::sqrt(draws * 0.1 * 0.9));
}

LabeledMatrix small_matrix() {
  LabeledMatrix m;
  m.x.d = 3;
  m.x.push(0, 1), m.x.push(2, 2), m.x.end_row();
  m.x.end_row();
  m.x.push(1, 3), m.x.end_row();
  m.y = {10, 20, 30};
  return m;
}

TEST(AppendRows, PutsTheSecondAfterTheFirst) {
  LabeledMatrix joined = small_matrix();
  append_rows(joined, small_matrix());
  EXPECT_EQ(joined.x.row_start, (std::vector<std::int64_t>{0, 2, 2, 3, 5, 5, 6}));
  EXPECT_EQ(joined.x.value, (std::vector<float>{1, 2, 3, 1, 2, 3}));
  EXPECT_EQ(joined.y, (std::vector<float>{10, 20, 30, 10, 20, 30}));
}

TEST(AppendRows, RefusesOtherColumns) {
  LabeledMatrix narrow = small_matrix();
  narrow.x.d = 4;
  LabeledMatrix target = small_matrix();
  EXPECT_THROW(append_rows(target, narrow), InputError);
}

}  // namespace
}  // namespace sketchbench
