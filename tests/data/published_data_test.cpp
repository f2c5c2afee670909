#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <set>
#include <vector>

#include <sketchbench/data/catalog.hpp>
#include "support/temporary_folder.hpp"

namespace sketchbench {
namespace {

/// The shipped manifests on the publishers' own files.
class PublishedData : public testing::Test {
 protected:
  void SetUp() override {
    const DataPaths environment = DataPaths::from_environment();
    if (!environment.mirror) GTEST_SKIP() << "SKETCHBENCH_MIRROR names no folder with the publishers' files";
    paths.mirror = environment.mirror;
    paths.cache = folder.path();
    paths.network = false;
  }
  std::shared_ptr<const Dataset> open(const std::string& name, const std::string& split = "") const {
    return open_dataset({name, split, 0}, paths);
  }

  const testing_support::TemporaryFolder folder;
  DataPaths paths;
};

double share_of(const LabeledRows& part, float label) {
  return static_cast<double>(std::count(part.y.begin(), part.y.end(), label)) /
         static_cast<double>(part.y.size());
}

struct Range {
  float low = INFINITY, high = -INFINITY;
};

Range stored_range(const LabeledRows& part) {
  Range range;
  for (Index i = 0; i < part.x.size(); ++i)
    part.x.for_each_nonzero(i, [&](Index, float v) {
      range = {std::min(range.low, v), std::max(range.high, v)};
    });
  return range;
}

TEST_F(PublishedData, CpuHasTheShareOfUserTimeAsItsTarget) {
  const auto data = open("cpu");
  const DatasetInfo& info = data->info();
  EXPECT_EQ(info.task, Task::regression);
  EXPECT_EQ(info.n_train, 6554);
  EXPECT_EQ(info.n_test, 1638);
  EXPECT_EQ(info.d, 21);
  const Range range = stored_range(data->train());
  EXPECT_GT(range.low, 0);
  EXPECT_EQ(range.high, 1);
  for (const LabeledRows& part : {data->train(), data->test()}) {
    const auto [low, high] = std::minmax_element(part.y.begin(), part.y.end());
    EXPECT_GE(*low, 0);
    EXPECT_LE(*high, 99);
    EXPECT_GT(*high, 95);
  }
}

double mean_target(const LabeledRows& part) {
  double sum = 0;
  for (const float y : part.y) sum += double{y};
  return sum / static_cast<double>(part.y.size());
}

void expect_unit_variance(const LabeledRows& part, Index columns, std::set<Index> constant) {
  std::vector<double> sum(static_cast<std::size_t>(columns)), squares(sum.size());
  for (Index i = 0; i < part.x.size(); ++i)
    part.x.for_each_nonzero(i, [&](Index j, float v) {
      ASSERT_TRUE(std::isfinite(v));
      sum[static_cast<std::size_t>(j)] += double{v};
      squares[static_cast<std::size_t>(j)] += double{v} * double{v};
    });
  const auto n = static_cast<double>(part.x.size());
  for (Index j = 0; j < columns; ++j) {
    EXPECT_NEAR(sum[static_cast<std::size_t>(j)] / n, 0, 1e-6) << j;
    EXPECT_NEAR(squares[static_cast<std::size_t>(j)] / n, constant.contains(j) ? 0 : 1, 1e-5) << j;
  }
}

TEST_F(PublishedData, BlogHasThePapersRowsAndThePublishersParts) {
  const DatasetInfo random = known_dataset({"blog", "", 0}, paths).info;
  EXPECT_EQ(random.split, "random");
  EXPECT_EQ(random.n_train + random.n_test, 60'021) << "as the paper says";
  EXPECT_EQ(random.n_test, 6002);
  const auto raw = open("blog", "publisher"), log = open("blog_log1p", "publisher");
  EXPECT_EQ(raw->info().n_train, 52'397);
  EXPECT_EQ(raw->info().n_test, 7624);
  EXPECT_EQ(raw->info().d, 280);
  EXPECT_NEAR(mean_target(raw->train()), 354'451.0 / 52'397, 1e-9);
  EXPECT_NEAR(mean_target(raw->test()), 40'737.0 / 7624, 1e-9);
  expect_unit_variance(raw->train(), 280, {12, 32, 37, 277});
  for (const bool train : {true, false}) {
    const LabeledRows &before = train ? raw->train() : raw->test(),
                      &after = train ? log->train() : log->test();
    ASSERT_EQ(before.y.size(), after.y.size());
    for (std::size_t i = 0; i < before.y.size(); ++i)
      ASSERT_EQ(after.y[i], static_cast<float>(std::log1p(double{before.y[i]})));
  }
}

TEST_F(PublishedData, UjiHasSignalsFromZeroToOneAndTheLongitude) {
  const DatasetInfo random = known_dataset({"uji", "", 0}, paths).info;
  EXPECT_EQ(random.n_train + random.n_test, 21'048) << "as the paper says";
  const auto publisher = open("uji", "publisher");
  EXPECT_EQ(publisher->info().n_train, 19'937);
  EXPECT_EQ(publisher->info().n_test, 1111);
  EXPECT_EQ(publisher->info().d, 520);
  // What was not detected is a zero, and the only one.
  EXPECT_EQ(publisher->info().nnz_train, 19'937 * 520 - 10'008'477);
  EXPECT_EQ(publisher->info().nnz_test, 1111 * 520 - 559'416);
  const Range range = stored_range(publisher->train());
  EXPECT_EQ(range.low, 1.0f / 105.0f);
  EXPECT_EQ(range.high, 1.0f);
  EXPECT_NEAR(mean_target(publisher->train()), -148'815'269.55 / 19'937, 1e-3);
  const auto [west, east] = std::minmax_element(publisher->train().y.begin(), publisher->train().y.end());
  EXPECT_NEAR(*west, -7691.3384, 1e-3);
  EXPECT_NEAR(*east, -7300.8190, 1e-3);
}

TEST_F(PublishedData, SliceIsUnavailableUntilItsSumIsKnown) {
  EXPECT_THAT([&] { open("slice"); },
              testing::ThrowsMessage<DatasetUnavailable>(testing::AllOf(
                  testing::HasSubstr("slice_localization_data.csv"), testing::HasSubstr("SHA-256"))));
}

TEST_F(PublishedData, AdultIsA9a) {
  const auto adult = open("adult");
  const DatasetInfo& info = adult->info();
  EXPECT_EQ(info.n_train, 32561);
  EXPECT_EQ(info.n_test, 16281);
  EXPECT_EQ(info.d, 123);
  EXPECT_TRUE(info.same_as_paper);
  EXPECT_EQ(info.classes, (std::vector<float>{-1, 1}));
  for (const LabeledRows* part : {&adult->train(), &adult->test()}) {
    EXPECT_EQ(stored_range(*part).low, 1.0f);
    EXPECT_EQ(stored_range(*part).high, 1.0f);
  }
  // 7,841 and 3,846 of the people earn more than 50,000.
  EXPECT_EQ(std::count(adult->train().y.begin(), adult->train().y.end(), 1.0f), 7841);
  EXPECT_EQ(std::count(adult->test().y.begin(), adult->test().y.end(), 1.0f), 3846);
}

TEST_F(PublishedData, MnistHasThePapersSplitAndThePublishers) {
  const auto paper = open("mnist"), official = open("mnist", "official");
  EXPECT_EQ(paper->info().split, "paper");
  EXPECT_EQ(paper->info().n_train, 48000);
  EXPECT_EQ(paper->info().n_test, 12000);
  EXPECT_EQ(official->info().n_train, 60000);
  EXPECT_EQ(official->info().n_test, 10000);
  EXPECT_EQ(paper->info().nnz_train + paper->info().nnz_test, official->info().nnz_train)
      << "the same 60,000 images";
  for (const auto& dataset : {paper, official}) {
    EXPECT_EQ(dataset->info().d, 784);
    EXPECT_EQ(dataset->info().classes, (std::vector<float>{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}));
    EXPECT_EQ(stored_range(dataset->train()).low, 1.0f / 255.0f);
    EXPECT_EQ(stored_range(dataset->train()).high, 1.0f);
  }
  // Test shares follow a hypergeometric law; their deviation from the training shares has a standard
  // deviation of at most sqrt(0.11 * 0.89 * (1 / 12000 + 1 / 48000)) = 0.0032. Six of them: 2e-8 by chance
  // for ten digits.
  for (int digit = 0; digit < 10; ++digit) {
    const auto label = static_cast<float>(digit);
    EXPECT_NEAR(share_of(paper->test(), label), share_of(paper->train(), label), 0.0192) << digit;
  }
}

TEST_F(PublishedData, CovertypeIsClassTwoAgainstTheRest) {
  const auto covertype = open("covertype");
  const DatasetInfo& info = covertype->info();
  EXPECT_EQ(info.n_train, 80000);
  EXPECT_EQ(info.n_test, 20000);
  EXPECT_EQ(info.d, 54);
  EXPECT_TRUE(info.same_as_paper);
  EXPECT_EQ(info.classes, (std::vector<float>{-1, 1}));
  EXPECT_TRUE(info.source == "official" || info.source == "sample of 116,203 rows") << info.source;
  EXPECT_GT(stored_range(covertype->train()).low, 0.0f);
  EXPECT_EQ(stored_range(covertype->train()).high, 1.0f);
  // 283,301 of the 581,012 rows are of class 2. A share among 20,000 drawn rows has a standard deviation of
  // 0.0035, among 80,000 of 0.0018; six of them: 4e-9 by chance.
  EXPECT_NEAR(share_of(covertype->train(), 1), 283301.0 / 581012.0, 0.0108);
  EXPECT_NEAR(share_of(covertype->test(), 1), 283301.0 / 581012.0, 0.0212);
  // Columns 10 to 53 are one wilderness area out of four and one soil type out of forty: two ones in every
  // row.
  for (Index i = 0; i < info.n_train; ++i) {
    float ones = 0;
    covertype->train().x.for_each_nonzero(i, [&](Index column, float v) { ones += column >= 10 ? v : 0.0f; });
    ASSERT_EQ(ones, 2.0f) << "row " << i;
  }
}

TEST_F(PublishedData, SimulatedGisetteIsAStandInScaledLikeGisette) {
  const auto simulated = open("gisette_sim");
  const DatasetInfo& info = simulated->info();
  EXPECT_EQ(info.n_train, 6000);
  EXPECT_EQ(info.n_test, 1000);
  EXPECT_EQ(info.d, 5000);
  EXPECT_FALSE(info.same_as_paper);
  EXPECT_EQ(info.classes, (std::vector<float>{-1, 1}));
  EXPECT_EQ(stored_range(simulated->train()).low, -1.0f);
  EXPECT_EQ(stored_range(simulated->train()).high, 1.0f);
}

TEST_F(PublishedData, GisetteIsUnavailableUntilItsFilesAreGiven) {
  if (std::filesystem::exists(*paths.mirror / "gisette_train.data")) {
    EXPECT_NO_THROW(open("gisette"));
  } else {
    EXPECT_THROW(open("gisette"), DatasetUnavailable);
  }
}

TEST_F(PublishedData, AreMappedInMilliseconds) {
  open("adult");
  const auto start = std::chrono::steady_clock::now();
  open("adult");
  EXPECT_LT(std::chrono::steady_clock::now() - start,
            std::chrono::milliseconds(250));  // far more than it takes
}

}  // namespace
}  // namespace sketchbench
