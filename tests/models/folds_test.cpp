#include <sketchbench/models/folds.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include <sketchbench/core/error.hpp>
#include "support/temporary_folder.hpp"

namespace sketchbench {
namespace {

using testing::HasSubstr;
using testing_support::message_of;

/// 3 of class 7, 29 of class -2, 71 of class 0, mixed.
std::vector<float> labels() {
  std::vector<float> y;
  for (int i = 0; i < 103; ++i) y.push_back(i % 34 == 0 && i < 100 ? 7.0f : i % 10 < 3 ? -2.0f : 0.0f);
  return y;
}

std::map<float, int> counts(const std::vector<float>& y, const std::vector<Index>& rows) {
  std::map<float, int> count;
  for (const Index row : rows) ++count[y[static_cast<std::size_t>(row)]];
  return count;
}

TEST(Folds, PutEveryRowIntoOneTestPartAndAllOtherTrainingParts) {
  const std::vector<float> y = labels();
  for (const Task task : {Task::classification, Task::regression})
    for (const int k : {2, 3}) {
      std::multiset<Index> tested;
      for (const Fold& fold : make_folds(y, task, k, 1)) {
        tested.insert(fold.test.begin(), fold.test.end());
        EXPECT_TRUE(std::ranges::is_sorted(fold.test) && std::ranges::is_sorted(fold.train));
        std::vector<Index> both;
        std::ranges::set_intersection(fold.test, fold.train, std::back_inserter(both));
        EXPECT_TRUE(both.empty());
        EXPECT_EQ(fold.test.size() + fold.train.size(), y.size());
      }
      EXPECT_EQ(tested.size(), y.size());
      EXPECT_EQ(std::set<Index>(tested.begin(), tested.end()).size(), y.size());
    }
}

TEST(Folds, HaveAsManyOfEachClassAsTheOthersWithinOne) {
  const std::vector<float> y = labels();
  const std::vector<Fold> folds = make_folds(y, Task::classification, 3, 5);
  std::vector<std::size_t> sizes;
  for (const Fold& fold : folds) sizes.push_back(fold.test.size());
  EXPECT_LE(std::ranges::max(sizes) - std::ranges::min(sizes), 1u);
  for (const float label : {7.0f, -2.0f, 0.0f}) {
    std::vector<int> of_class;
    for (const Fold& fold : folds) of_class.push_back(counts(y, fold.test)[label]);
    EXPECT_LE(std::ranges::max(of_class) - std::ranges::min(of_class), 1) << label;
  }
}

TEST(Folds, AreDrawnByTheirSeed) {
  const std::vector<float> y = labels();
  const auto first = [&](Seed seed) { return make_folds(y, Task::classification, 3, seed).front().test; };
  EXPECT_EQ(first(1), first(1));
  EXPECT_NE(first(1), first(2));
}

TEST(Folds, ThatCannotBeAreRefused) {
  const std::vector<float> y = labels();
  const auto refusal = [&](Task task, int k) {
    return message_of<InputError>([&] { make_folds(y, task, k, 1); });
  };
  EXPECT_THAT(refusal(Task::classification, 1), HasSubstr("two or more"));
  EXPECT_THAT(refusal(Task::classification, 4), HasSubstr("class 7 has 3 rows"));
  EXPECT_THAT(refusal(Task::regression, 104), HasSubstr("103 rows"));
  EXPECT_EQ(make_folds(y, Task::regression, 103, 1).size(), 103u);
}

TEST(ChosenRowsOfAFold, AreThoseRowsWithTheirLabels) {
  CsrMatrix x;
  x.d = 2;
  for (int i = 0; i < 4; ++i) {
    x.push(i % 2, static_cast<float>(i + 1));
    x.end_row();
  }
  const std::vector<float> y = {10, 11, 12, 13};
  const std::vector<Index> rows = {1, 3};
  const ChosenRows chosen({x.view(), y, Task::regression}, rows);
  const LabeledRows view = chosen.view();
  ASSERT_EQ(view.x.size(), 2);
  EXPECT_EQ(view.x.sparse_row(1).value[0], 4.0f);
  EXPECT_THAT(view.y, testing::ElementsAre(11, 13));
  EXPECT_EQ(view.task, Task::regression);
}

}  // namespace
}  // namespace sketchbench
