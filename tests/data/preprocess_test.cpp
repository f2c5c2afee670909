#include <sketchbench/data/preprocess.hpp>

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/random.hpp>
#include "data/held_rows.hpp"
#include "support/environment.hpp"
#include "support/temporary_folder.hpp"

namespace sketchbench {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing_support::EnvironmentVariable;
using testing_support::message_of;

using Table = std::vector<std::vector<double>>;

void preprocess_held(const std::vector<PreprocessStep>& steps, LabeledMatrix& train, LabeledMatrix& test) {
  LabeledStore stored_train = testing_support::stored_copy(train),
               stored_test = testing_support::stored_copy(test);
  preprocess(steps, stored_train, stored_test);
  train = testing_support::held_copy(std::move(stored_train));
  test = testing_support::held_copy(std::move(stored_test));
}

LabeledMatrix from_table(const Table& table) {
  LabeledMatrix m;
  m.x.d = static_cast<Index>(table.front().size());
  for (const auto& row : table) {
    for (std::size_t j = 0; j < row.size(); ++j)
      if (row[j] != 0) m.x.push(static_cast<Index>(j), static_cast<float>(row[j]));
    m.x.end_row();
    m.y.push_back(0);
  }
  return m;
}

Table to_table(const LabeledMatrix& m) {
  Table table(static_cast<std::size_t>(m.x.size()),
              std::vector<double>(static_cast<std::size_t>(m.x.d), 0.0));
  for (Index i = 0; i < m.x.size(); ++i)
    m.x.view().for_each_nonzero(i, [&](Index j, float v) {
      EXPECT_NE(v, 0.0f) << "a zero is stored";
      table[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)] = v;
    });
  return table;
}

/// About 40% non-zeros in [-5, 5); column 3 is empty and column 4 always 2.5.
Table random_table(Index n, Index d, Seed seed) {
  RandomStream stream(seed, "test");
  Table table;
  for (Index i = 0; i < n; ++i) {
    std::vector<double> row;
    for (Index j = 0; j < d; ++j)
      row.push_back(stream.uniform() < 0.4 ? static_cast<float>(10 * stream.uniform() - 5) : 0);
    row[3] = 0;
    row[4] = 2.5;
    table.push_back(row);
  }
  return table;
}

double naive_min_max(const Table& train, std::size_t column, double v, double low, double high) {
  double least = train[0][column], most = least;
  for (const auto& row : train) {
    least = std::min(least, row[column]);
    most = std::max(most, row[column]);
  }
  return least == most ? 0 : low + (high - low) * (v - least) / (most - least);
}

void expect_min_max(const MinMax& step, Index first, Index last) {
  const Table train_before = random_table(40, 9, 1), test_before = random_table(25, 9, 2);
  LabeledMatrix train = from_table(train_before), test = from_table(test_before);
  preprocess_held({step}, train, test);
  const auto expect_part = [&](const Table& before, const Table& after) {
    for (std::size_t i = 0; i < before.size(); ++i)
      for (std::size_t j = 0; j < 9; ++j) {
        const bool scaled = static_cast<Index>(j) >= first && static_cast<Index>(j) <= last;
        const double expected =
            scaled ? naive_min_max(train_before, j, before[i][j], step.low, step.high) : before[i][j];
        EXPECT_NEAR(after[i][j], expected, 1e-6) << "row " << i << ", column " << j;
      }
  };
  expect_part(train_before, to_table(train));
  expect_part(test_before, to_table(test));
}

TEST(MinMax, AgreesWithANaiveComputation) { expect_min_max({0, 1, {}}, 0, 8); }
TEST(MinMax, ScalesToMinusOneToOne) { expect_min_max({-1, 1, {}}, 0, 8); }
TEST(MinMax, LeavesTheOtherColumns) { expect_min_max({0, 1, {{2, 5}}}, 2, 5); }

TEST(MinMax, CoversTheWholeIntervalInTraining) {
  LabeledMatrix train = from_table(random_table(40, 9, 1)), test = from_table(random_table(25, 9, 2));
  preprocess_held({MinMax{-1, 1, {}}}, train, test);
  const auto [least, most] = std::minmax_element(train.x.value.begin(), train.x.value.end());
  EXPECT_EQ(*least, -1.0f);
  EXPECT_EQ(*most, 1.0f);
}

TEST(MinMax, NeverLooksAtTheTestRows) {
  LabeledMatrix train = from_table(random_table(40, 9, 1)), other_train = train;
  LabeledMatrix test = from_table(random_table(25, 9, 2));
  Table wild = random_table(25, 9, 3);
  for (auto& row : wild) row[0] = 1e6;
  LabeledMatrix other_test = from_table(wild);
  preprocess_held({MinMax{0, 1, {}}}, train, test);
  preprocess_held({MinMax{0, 1, {}}}, other_train, other_test);
  EXPECT_EQ(train.x.column, other_train.x.column);
  EXPECT_EQ(train.x.value, other_train.x.value);
  EXPECT_GT(to_table(other_test)[0][0], 1000) << "test values are not clipped";
}

TEST(MinMax, MakesAConstantColumnZeroInBothParts) {
  LabeledMatrix train = from_table({{7, 1}, {7, 2}}), test = from_table({{9, 1}, {0, 2}});
  preprocess_held({MinMax{-1, 1, {}}}, train, test);
  EXPECT_EQ(to_table(train), (Table{{0, -1}, {0, 1}}));
  EXPECT_EQ(to_table(test), (Table{{0, -1}, {0, 1}}));
}

TEST(MinMax, CountsTheZerosThatAreNotStored) {
  LabeledMatrix train = from_table({{0}, {4}, {-4}}), test = from_table({{2}});
  preprocess_held({MinMax{0, 1, {}}}, train, test);
  EXPECT_EQ(to_table(train), (Table{{0.5}, {1}, {0}}));
  EXPECT_EQ(to_table(test), (Table{{0.75}}));
}

TEST(MinMax, RefusesColumnsThatDoNotExist) {
  LabeledMatrix train = from_table({{1, 2}}), test = train;
  EXPECT_THROW(preprocess_held({UnitVariance{{{2, 2}}}}, train, test), InputError);
  EXPECT_THROW(preprocess_held({Replace{1, 2, {{0, 2}}}}, train, test), InputError);
  EXPECT_THROW(preprocess_held({MinMax{0, 1, {{0, 2}}}}, train, test), InputError);
}

TEST(UnitVariance, IsReachedInTrainingAndAppliedToTest) {
  const Table train_before = random_table(40, 9, 1), test_before = random_table(25, 9, 2);
  LabeledMatrix train = from_table(train_before), test = from_table(test_before);
  preprocess_held({UnitVariance{}}, train, test);
  const Table train_after = to_table(train), test_after = to_table(test);
  for (std::size_t j = 0; j < 9; ++j) {
    double mean = 0, squares = 0;
    for (const auto& row : train_before) mean += row[j] / 40;
    for (const auto& row : train_before) squares += (row[j] - mean) * (row[j] - mean) / 40;
    for (std::size_t i = 0; i < 25; ++i) {
      const double expected = squares == 0 ? 0 : (test_before[i][j] - mean) / std::sqrt(squares);
      EXPECT_NEAR(test_after[i][j], expected, 1e-6);
    }
    double sum = 0, sum_of_squares = 0;
    for (const auto& row : train_after) {
      sum += row[j];
      sum_of_squares += row[j] * row[j];
    }
    EXPECT_NEAR(sum, 0, 1e-5);
    EXPECT_NEAR(sum_of_squares, squares == 0 ? 0 : 40, 1e-4) << "columns 3 and 4 are constant";
  }
}

TEST(UnitVariance, MakesAConstantColumnZeroInBothParts) {
  // 0.1 is no binary number: its mean is another one, and its deviation not 0.
  LabeledMatrix train = from_table({{0.1, 1}, {0.1, 3}, {0.1, 5}}), test = from_table({{9, 3}});
  preprocess_held({UnitVariance{}}, train, test);
  for (const auto& row : to_table(train)) EXPECT_EQ(row[0], 0);
  EXPECT_EQ(to_table(test), (Table{{0, 0}}));
}

TEST(UnitVariance, LeavesTheOtherColumns) {
  LabeledMatrix train = from_table({{1, 1, 7}, {3, 3, 8}}), test = from_table({{5, 5, 9}});
  preprocess_held({UnitVariance{{{1, 1}}}}, train, test);
  EXPECT_EQ(to_table(train), (Table{{1, -1, 7}, {3, 1, 8}}));
  EXPECT_EQ(to_table(test), (Table{{5, 3, 9}}));
}

TEST(Replace, ExchangesOneValueInSomeColumns) {
  LabeledMatrix train = from_table({{100, 100, 0}, {-3, 4, 100}}), test = from_table({{0, 0, 0}});
  preprocess_held({Replace{100, -105, {{0, 1}}}}, train, test);
  EXPECT_EQ(to_table(train), (Table{{-105, -105, 0}, {-3, 4, 100}}));
  preprocess_held({Replace{0, 7, {}}, Replace{4, 0, {}}}, train, test);
  EXPECT_EQ(to_table(train), (Table{{-105, -105, 7}, {-3, 0, 100}}));
  EXPECT_EQ(to_table(test), (Table{{7, 7, 7}}));
}

TEST(Clip, BringsValuesToTheNearestLimit) {
  LabeledMatrix train = from_table({{-7, 2, 9}, {0, 5, 9}}), test = from_table({{3, 8, 9}});
  preprocess_held({Clip{1, 4, {{0, 1}}}}, train, test);
  EXPECT_EQ(to_table(train), (Table{{1, 2, 9}, {1, 4, 9}}));
  EXPECT_EQ(to_table(test), (Table{{3, 4, 9}}));
}

TEST(Add, MovesZerosToo) {
  LabeledMatrix train = from_table({{-105, 0, 2}}), test = from_table({{1, -105, 0}});
  preprocess_held({Add{105, {{0, 1}}}}, train, test);
  EXPECT_EQ(to_table(train), (Table{{0, 105, 2}}));
  EXPECT_EQ(to_table(test), (Table{{106, 0, 0}}));
}

TEST(TargetTransform, TakesTheLogarithmOfOnePlusTheTarget) {
  LabeledMatrix train = from_table({{1}, {1}, {1}}), test = from_table({{1}});
  train.y = {0, 1, 1424};
  test.y = {-0.5f};
  preprocess_held({TargetTransform{}}, train, test);
  EXPECT_EQ(train.y,
            (std::vector<float>{0, static_cast<float>(std::log(2.0)), static_cast<float>(std::log(1425.0))}));
  EXPECT_EQ(test.y, (std::vector<float>{static_cast<float>(std::log(0.5))}));
  test.y = {-1};
  EXPECT_THAT(message_of<InputError>([&] { preprocess_held({TargetTransform{}}, train, test); }),
              AllOf(HasSubstr("\"preprocess[0]\" (target)"), HasSubstr("test row 1"), HasSubstr("above -1")));
}

TEST(BinaryLabels, AreOneAgainstTheRest) {
  LabeledMatrix train = from_table({{1}, {1}, {1}}), test = from_table({{1}});
  train.y = {1, 2, 7};
  test.y = {2};
  preprocess_held({BinaryLabels{2}}, train, test);
  EXPECT_EQ(train.y, (std::vector<float>{-1, 1, -1}));
  EXPECT_EQ(test.y, (std::vector<float>{1}));
}

TEST(Divide, DividesBothParts) {
  LabeledMatrix train = from_table({{255, 0, 51}}), test = from_table({{0, 102, 0}});
  preprocess_held({Divide{255}}, train, test);
  EXPECT_EQ(train.x.value, (std::vector<float>{1.0f, 0.2f}));
  EXPECT_EQ(test.x.value, (std::vector<float>{0.4f}));
}

TEST(UnitLength, ScalesRowsAndLeavesEmptyOnes) {
  LabeledMatrix train = from_table({{3, 4}, {0, 0}, {1e-20, 0}}), test = from_table({{0, -2}});
  preprocess_held({UnitLength{}}, train, test);
  EXPECT_EQ(train.x.value, (std::vector<float>{0.6f, 0.8f, 1.0f}));
  EXPECT_EQ(train.x.size(), 3);
  EXPECT_EQ(test.x.value, (std::vector<float>{-1.0f}));
}

TEST(Preprocess, RefusesWhatLeavesSinglePrecisionWithStepRowColumnAndValue) {
  LabeledMatrix train = from_table({{1, 2}, {1, 3}}), test = from_table({{1, 2}, {0, 1e10}});
  EXPECT_THAT(message_of<InputError>([&] {
                preprocess_held({Divide{2}, Divide{1e-30}}, train, test);
              }),
              AllOf(HasSubstr("\"preprocess[1]\" (divide): test row 2, column 2: 5e+09 becomes 5e+39")));
  train = from_table({{0}, {1e-38}});
  test = from_table({{1e30}});
  EXPECT_THAT(message_of<InputError>([&] {
                preprocess_held({MinMax{0, 1, {}}}, train, test);
              }),
              AllOf(HasSubstr("\"preprocess[0]\" (min_max): test row 1, column 1: 1e+30 becomes "),
                    HasSubstr("beyond single precision")));
}

TEST(UnitLength, LeavesARowWhoseStoredValuesAreZeros) {
  LabeledMatrix train = from_table({{3, 4}}), test = train;
  test.x.value = {0, 0};
  preprocess_held({UnitLength{}}, train, test);
  EXPECT_EQ(test.x.value, (std::vector<float>{0, 0}));
}

TEST(UnitLength, IsReachedFromTheLargestAndTheSmallestValues) {
  LabeledMatrix train = from_table({{3e38, 3e38, 3e38, 3e38}}), test = from_table({{1e-45, 0, 0, 0}});
  preprocess_held({UnitLength{}}, train, test);
  EXPECT_EQ(train.x.value, (std::vector<float>{0.5f, 0.5f, 0.5f, 0.5f}));
  EXPECT_EQ(test.x.value, (std::vector<float>{1.0f}));
}

TEST(Preprocess, RefusesWhatThereIsNoMemoryFor) {
  CsrMatrix wide;
  wide.d = 10'000'000;
  wide.push(9'999'999, 1);
  wide.end_row();
  LabeledMatrix train{wide, {0}}, test = train;
  const EnvironmentVariable limit("SKETCHBENCH_MEMORY", "1");
  EXPECT_THAT(message_of<InputError>([&] {
                preprocess_held({MinMax{0, 1, {}}}, train, test);
              }),
              AllOf(HasSubstr("(min_max): the range of each of 10,000,000 columns needs about"),
                    HasSubstr("0 B are free")));
}

TEST(Preprocess, AppliesStepsInOrder) {
  LabeledMatrix train = from_table({{2}, {4}}), test = from_table({{6}});
  preprocess_held({Divide{2}, MinMax{0, 10, {}}}, train, test);
  EXPECT_EQ(to_table(train), (Table{{0}, {10}}));
  EXPECT_EQ(to_table(test), (Table{{20}}));
}

}  // namespace
}  // namespace sketchbench
