// The manifests of other people's tables, on the publishers' files: rows, features, and the counts of classes
// or the range of targets that their publishers give.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <ostream>
#include <vector>

#include <sketchbench/data/catalog.hpp>
#include "support/temporary_folder.hpp"

namespace sketchbench {
namespace {

struct RealTable {
  const char* name;
  Index train, test, features;
  std::map<float, Index> counts;       ///< of classes, in both parts; empty: not published
  double lowest = NAN, highest = NAN;  ///< targets
};

void PrintTo(const RealTable& table, std::ostream* out) { *out << table.name; }

const RealTable tables[] = {
    {"abalone", 3133, 1044, 10, {}, 1, 29},
    {"adult_uci", 32'561, 16'281, 105, {{0, 24'720 + 12'435}, {1, 7841 + 3846}}},
    {"ailerons", 11'000, 2750, 40, {}, -0.0036, 0},
    {"airfoil", 1202, 301, 5, {}, 103.38, 140.987},
    {"bank", 36'169, 9042, 50, {{0, 39'922}, {1, 5289}}},
    {"bike", 13'903, 3476, 12, {}, 1, 977},
    {"california", 16'512, 4128, 8, {}, 14'999, 500'001},
    {"casp", 36'584, 9146, 9, {}, 0, 20.999},
    {"ccpp", 7654, 1914, 4, {}, 420.26, 495.76},
    {"concrete", 824, 206, 8, {}, 2.33, 82.6},
    {"dna", 2000, 1186, 180, {}},
    {"eeg_eye", 11'984, 2996, 14, {{0, 8257}, {1, 6723}}},
    {"electricity", 36'250, 9062, 14, {{0, 19'237}, {1, 26'075}}},
    {"energy", 614, 154, 8, {}, 6.01, 43.1},
    {"htru2", 14'318, 3580, 8, {{0, 16'259}, {1, 1639}}},
    {"kin8nm", 6554, 1638, 8, {}, 0.040, 1.459},
    {"letter", 16'000, 4000, 16, {}},
    {"magic04", 15'216, 3804, 10, {{0, 12'332}, {1, 6688}}},
    {"mushroom", 6499, 1625, 116, {{0, 4208}, {1, 3916}}},
    {"nursery", 10'368, 2592, 27, {}},
    {"optdigits", 3823, 1797, 64, {}},
    {"parkinsons", 4692, 1183, 19, {}, 7, 54.992},
    {"pendigits", 7494, 3498, 16, {}},
    {"phoneme", 4323, 1081, 5, {{0, 3818}, {1, 1586}}},
    {"poker", 20'008, 5002, 85, {}},
    {"puma8nh", 6554, 1638, 8, {}, -12.4, 11.9},
    {"satimage", 4435, 2000, 36, {}},
    {"segment", 1848, 462, 19, {{1, 330}, {2, 330}, {3, 330}, {4, 330}, {5, 330}, {6, 330}, {7, 330}}},
    {"skin", 196'046, 49'011, 3, {{1, 50'859}, {2, 194'198}}},
    {"spambase", 3681, 920, 57, {{0, 2788}, {1, 1813}}},
    {"w8a", 39'799, 9950, 300, {{-1, 48'270}, {1, 1479}}},
};

class PublishedTable : public testing::TestWithParam<RealTable> {
 protected:
  void SetUp() override {
    const DataPaths environment = DataPaths::from_environment();
    if (!environment.mirror) GTEST_SKIP() << "SKETCHBENCH_MIRROR names no folder with the publishers' files";
    paths.mirror = environment.mirror;
    paths.cache = folder.path();
    paths.network = false;
  }
  const testing_support::TemporaryFolder folder;
  DataPaths paths;
};

TEST_P(PublishedTable, IsReadByItsManifestAlone) {
  const RealTable& table = GetParam();
  const auto data = open_dataset({table.name, "", 0}, paths);
  EXPECT_EQ(data->info().n_train, table.train);
  EXPECT_EQ(data->info().n_test, table.test);
  EXPECT_EQ(data->info().d, table.features);
  EXPECT_EQ(data->info().task, std::isnan(table.lowest) ? Task::classification : Task::regression);
  std::map<float, Index> counts;
  for (const LabeledRows& part : {data->train(), data->test()})
    for (const float label : part.y) ++counts[label];
  if (!table.counts.empty()) {
    EXPECT_EQ(counts, table.counts);
  }
  if (std::isnan(table.lowest)) return;
  const double digits = 0.002 * (table.highest - table.lowest);  // with which they are published
  EXPECT_NEAR(double{counts.begin()->first}, table.lowest, digits);
  EXPECT_NEAR(double{counts.rbegin()->first}, table.highest, digits);
}

INSTANTIATE_TEST_SUITE_P(All, PublishedTable, testing::ValuesIn(tables),
                         [](const auto& one) { return std::string(one.param.name); });

}  // namespace
}  // namespace sketchbench
