// A request may ask for fewer training and test rows than there are ("max_train", "max_test").
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>
#include <sketchbench/data/cache/entry.hpp>
#include <sketchbench/data/cache/inspect.hpp>
#include <sketchbench/data/manifest.hpp>
#include "data/toy_catalog.hpp"

namespace sketchbench {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::IsSupersetOf;
using testing_support::message_of;

DatasetRequest at_most(Index train, Index test) {
  return {.name = "toy", .split = "half", .max_train = train, .max_test = test};
}

RowSplit chosen(const DatasetRequest& request, Seed seed = 1) {
  RowSplit rows{std::vector<Index>(60), std::vector<Index>(50)};
  std::iota(rows.train.begin(), rows.train.end(), Index{0});
  std::iota(rows.test.begin(), rows.test.end(), Index{60});
  subsample(rows, request, {.name = "s", .parts = {}, .seed = seed});
  return rows;
}

TEST(Subsample, TakesAsManyOfEachPartAsAreAskedForInTheirOrder) {
  const RowSplit rows = chosen(at_most(20, 10));
  EXPECT_EQ(rows.train.size(), 20u);
  EXPECT_EQ(rows.test.size(), 10u);
  for (const std::vector<Index>* part : {&rows.train, &rows.test}) {
    EXPECT_TRUE(std::ranges::is_sorted(*part));
    EXPECT_EQ(std::ranges::adjacent_find(*part), part->end()) << "no row twice";
  }
  EXPECT_LT(rows.train.back(), 60);
  EXPECT_GE(rows.test.front(), 60);
}

TEST(Subsample, KeepsAllWhereThereAreNoMore) {
  const RowSplit all = chosen(at_most(0, 0)), more = chosen(at_most(60, 51));
  EXPECT_EQ(all.train.size(), 60u);
  EXPECT_EQ(all.test.size(), 50u);
  EXPECT_EQ(more.train, all.train);
  EXPECT_EQ(more.test, all.test);
}

TEST(Subsample, OfOnePartDoesNotDependOnTheOther) {
  EXPECT_EQ(chosen(at_most(20, 10)).train, chosen(at_most(20, 0)).train);
  EXPECT_EQ(chosen(at_most(20, 10)).test, chosen(at_most(0, 10)).test);
}

TEST(Subsample, StaysTheSameFromOneVersionToTheNext) {
  // Recorded: results on reduced data depend on these very rows. Those of the training part are what they
  // were before test rows could be limited.
  EXPECT_EQ(chosen(at_most(5, 5)).train, (std::vector<Index>{7, 15, 41, 48, 59}));
  EXPECT_EQ(chosen(at_most(5, 5)).test, (std::vector<Index>{62, 79, 82, 91, 109}));
}

/// Each test row is kept with probability 0.2. Over 2,000 seeds its count is binomial with mean 400 and
/// standard deviation sqrt(2000 * 0.2 * 0.8) = 17.9. Six deviations on either side: by the normal tail 2e-9 a
/// row, so below 1e-7 for one of 50 rows to fail by chance (and the seeds are fixed).
TEST(Subsample, KeepsEveryTestRowEquallyOften) {
  std::vector<int> count(50, 0);
  for (Seed seed = 0; seed < 2000; ++seed)
    for (const Index row : chosen(at_most(0, 10), seed).test) ++count[static_cast<std::size_t>(row - 60)];
  for (const int c : count) EXPECT_NEAR(c, 400, 6 * std::sqrt(2000 * 0.2 * 0.8));
}

using RowLimits = ToyCatalog;

std::vector<float> numbers(const LabeledRows& part) {
  std::vector<float> result;
  for (Index i = 0; i < part.x.size(); ++i) result.push_back(part.x.sparse_row(i).value[0]);
  return result;
}

TEST_F(RowLimits, OfTheTestPartLeaveTheTrainingPartAsItIs) {
  folder.write("mirror/best.svm", best);
  const auto whole = open_dataset(at_most(0, 0), paths), few = open_dataset(at_most(0, 5), paths),
             both = open_dataset(at_most(7, 5), paths), few_to_train = open_dataset(at_most(7, 0), paths);
  EXPECT_EQ(few->info().n_train, 20);
  EXPECT_EQ(few->info().n_test, 5);
  EXPECT_EQ(numbers(few->train()), numbers(whole->train()));
  EXPECT_THAT(numbers(whole->test()), IsSupersetOf(numbers(few->test())));
  EXPECT_EQ(numbers(both->test()), numbers(few->test()));
  EXPECT_EQ(numbers(both->train()), numbers(few_to_train->train()));
  EXPECT_EQ(entries().size(), 4u) << "each has an entry of its own";
}

TEST_F(RowLimits, AreInAnEntrysKeyOnlyWhereTheyAreAskedFor) {
  const Manifest manifest = paths.manifests.find("toy");
  const auto key_of = [&](const DatasetRequest& request) {
    return Json::parse(
        entry_of(manifest, manifest.sources.front(), manifest.split(request), request, paths).key);
  };
  const Json before = key_of(at_most(7, 0));
  EXPECT_FALSE(before.contains("max_test")) << "entries of before keep their names";
  Json limited = key_of(at_most(7, 5));
  EXPECT_EQ(limited.at("max_test"), 5);
  limited.erase("max_test");
  EXPECT_EQ(limited, before);
}

TEST_F(RowLimits, AreKnownToWhoInspectsTheCache) {
  folder.write("mirror/best.svm", best);
  prepare(at_most(7, 5));
  prepare(at_most(0, 5));
  EXPECT_THAT(inspect_cache(paths).undescribed, IsEmpty());
}

TEST_F(RowLimits, AreKnownBeforeTheRowsAre) {
  folder.write("mirror/best.svm", best);
  const DatasetInfo info = known_dataset(at_most(7, 5), paths).info;
  EXPECT_EQ(info.n_train, 7);
  EXPECT_EQ(info.n_test, 5);
  EXPECT_EQ(known_dataset(at_most(0, 100), paths).info.n_test, 20) << "more than there is means all";
}

TEST_F(RowLimits, AreNotNegative) {
  EXPECT_THAT(message_of<InputError>([&] { prepare(at_most(0, -1)); }), HasSubstr("max_test of toy is -1"));
}

TEST(RowLimitsInWords, SayWhatIsLimited) {
  EXPECT_EQ(row_limits(at_most(5000, 2000)), "at most 5,000 training and 2,000 test rows");
  EXPECT_EQ(row_limits(at_most(5000, 0)), "at most 5,000 training rows");
  EXPECT_EQ(row_limits(at_most(0, 2000)), "at most 2,000 test rows");
  EXPECT_EQ(row_limits(at_most(0, 0)), "");
  EXPECT_TRUE(at_most(0, 1).is_reduced());
  EXPECT_TRUE(at_most(1, 0).is_reduced());
  EXPECT_FALSE(at_most(0, 0).is_reduced());
}

}  // namespace
}  // namespace sketchbench
