#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>
#include <sketchbench/core/sha256.hpp>
#include <sketchbench/data/cache/inspect.hpp>
#include <sketchbench/data/catalog.hpp>
#include <sketchbench/data/generate/generated.hpp>
#include "support/temporary_folder.hpp"

namespace sketchbench {
namespace {

using testing::AllOf;
using testing::Each;
using testing::ElementsAre;
using testing::Gt;
using testing::HasSubstr;
using testing::Lt;
using testing_support::message_of;
using testing_support::TemporaryFolder;

std::vector<Index> counting(Index n) {
  std::vector<Index> rows(static_cast<std::size_t>(n));
  std::iota(rows.begin(), rows.end(), Index{0});
  return rows;
}

TEST(Uniform, ValuesHaveTheMomentsOfIndependentUniformNumbers) {
  constexpr Index n = 500, d = 400;
  const DenseMatrix x = generate_uniform(counting(n), d, 1);
  EXPECT_THAT(x.value, Each(AllOf(Gt(0.0f), Lt(1.0f))));
  double mean = 0, square = 0, right = 0, below = 0;
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < d; ++j) {
      const double v = x.row(i)[j] - 0.5;
      mean += v;
      square += v * v;
      if (j + 1 < d) right += v * (x.row(i)[j + 1] - 0.5);
      if (i + 1 < n) below += v * (x.row(i + 1)[j] - 0.5);
    }
  // Five standard errors each: a false alarm has a probability below 3e-6.
  const double count = n * d;
  EXPECT_LT(std::abs(mean / count), 5 * std::sqrt(1 / 12.0 / count));
  EXPECT_LT(std::abs(square / count - 1 / 12.0), 5 * std::sqrt((1 / 80.0 - 1 / 144.0) / count));
  EXPECT_LT(std::abs(right / count), 5 / 12.0 / std::sqrt(count));
  EXPECT_LT(std::abs(below / count), 5 / 12.0 / std::sqrt(count));
}

TEST(Uniform, ARowDependsOnItsNumberAndTheSeedAlone) {
  const DenseMatrix all = generate_uniform(counting(20), 50, 3);
  const DenseMatrix some = generate_uniform(std::vector<Index>{17, 4}, 50, 3);
  EXPECT_TRUE(std::equal(some.row(0), some.row(1), all.row(17)));
  EXPECT_TRUE(std::equal(some.row(1), some.row(1) + 50, all.row(4)));
  EXPECT_NE(generate_uniform(counting(20), 50, 4).value, all.value);
}

TEST(Uniform, MoreColumnsContinueFewer) {
  const DenseMatrix narrow = generate_uniform(counting(3), 7, 3), wide = generate_uniform(counting(3), 90, 3);
  for (Index i = 0; i < 3; ++i) EXPECT_TRUE(std::equal(narrow.row(i), narrow.row(i) + 7, wide.row(i)));
}

// The content hash is that of the generator's words, not of the rows: they may change only together with
// generator_version in uniform_dataset.cpp.
TEST(Uniform, StaysWhatItIs) {
  const DenseMatrix x = generate_uniform(counting(10), 100, 1);
  EXPECT_EQ(sha256_hex({reinterpret_cast<const char*>(x.value.data()), x.value.size() * sizeof(float)}),
            "95b14adfcf6d0f1fab201dd9dddbdf4be14b19fa3fd0c85b0e9c8058a532b82b");
}

TEST(Uniform, NeedsAColumn) {
  EXPECT_THAT(message_of<InputError>([] { generate_uniform(counting(2), 0, 1); }), HasSubstr("d is 0"));
}

/// A data set "any" of 50 uniform rows, 40 of them for training, with 8 columns unless a request says more.
class UniformDatasetTest : public testing::Test {
 protected:
  UniformDatasetTest() {
    paths.cache = folder / "cache";
    paths.network = false;
    write_manifest();
  }
  void write_manifest() {
    folder.write("datasets/any.json", manifest.dump());
    paths.manifests = folder / "datasets";
  }
  DatasetInfo prepare(const DatasetRequest& request) const { return prepare_dataset(request, paths); }

  const TemporaryFolder folder;
  DataPaths paths;
  Json manifest = Json::parse(R"({
    "name": "any", "title": "Any", "citation": "nobody", "licence": "CC0",
    "sources": [{"name": "generated", "same_as_paper": false,
                 "generator": {"type": "uniform", "rows": 50, "features": 8, "seed": 5}}],
    "splits": [{"name": "fifth", "kind": "random", "parts": ["all"], "test_share": 0.2, "seed": 1},
               {"name": "half", "kind": "random", "parts": ["all"], "test_share": 0.5, "seed": 1}]})");
};

TEST_F(UniformDatasetTest, IsDescribedBeforeItIsMade) {
  for (const DatasetRequest& request :
       {DatasetRequest{"any", "", 0, 0}, {"any", "half", 0, 300}, {"any", "", 7, 3}}) {
    const DatasetInfo info = prepare(request);
    const auto dataset = open_dataset(request, paths);
    EXPECT_EQ(dataset->info().content_hash, info.content_hash);
    EXPECT_EQ(info.d, request.d > 0 ? request.d : 8);
    EXPECT_EQ(info.n_train, request.max_train > 0 ? 7 : request.split == "half" ? 25 : 40);
    for (const auto& [part, n, stored] : {std::tuple(&dataset->train(), info.n_train, info.nnz_train),
                                          std::tuple(&dataset->test(), info.n_test, info.nnz_test)}) {
      EXPECT_FALSE(part->x.is_sparse());
      EXPECT_EQ(part->x.size(), n);
      EXPECT_EQ(part->x.dim(), info.d);
      EXPECT_EQ(part->x.stored(), stored);
      EXPECT_EQ(static_cast<Index>(part->y.size()), n);
    }
    EXPECT_THAT(info.classes, ElementsAre(-1.0f, 1.0f));
    EXPECT_FALSE(info.same_as_paper);
  }
}

TEST_F(UniformDatasetTest, LeavesNothingOnTheDisk) {
  open_dataset({"any", "", 0, 100}, paths);
  EXPECT_FALSE(std::filesystem::exists(paths.cache));
}

TEST_F(UniformDatasetTest, HasAContentHashForEachContent) {
  const std::string hash = prepare({"any", "", 0, 0}).content_hash;
  EXPECT_EQ(prepare({"any", "", 0, 8}).content_hash, hash) << "the manifest's own number of columns";
  EXPECT_EQ(prepare({"any", "", 40, 0}).content_hash, hash) << "all of the training rows";
  EXPECT_NE(prepare({"any", "", 0, 9}).content_hash, hash);
  EXPECT_NE(prepare({"any", "", 39, 0}).content_hash, hash);
  EXPECT_NE(prepare({"any", "half", 0, 0}).content_hash, hash);
  manifest["sources"][0]["generator"]["seed"] = 6;
  write_manifest();
  EXPECT_NE(prepare({"any", "", 0, 0}).content_hash, hash);
}

TEST_F(UniformDatasetTest, TrainsAndTestsOnDifferentRows) {
  const auto dataset = open_dataset({"any", "", 0, 0}, paths);
  const auto few = open_dataset({"any", "", 5, 0}, paths);
  const auto first_values = [](const LabeledRows& part) {
    std::vector<float> values;
    for (Index i = 0; i < part.x.size(); ++i) values.push_back(part.x.dense_row(i)[0]);
    std::sort(values.begin(), values.end());
    return values;
  };
  const auto train = first_values(dataset->train()), test = first_values(dataset->test());
  const auto chosen = first_values(few->train());
  std::vector<float> both;
  std::set_intersection(train.begin(), train.end(), test.begin(), test.end(), std::back_inserter(both));
  EXPECT_TRUE(both.empty());
  EXPECT_TRUE(std::includes(train.begin(), train.end(), chosen.begin(), chosen.end()));
  EXPECT_EQ(first_values(few->test()), test);
}

TEST_F(UniformDatasetTest, NeedsNoPreparation) {
  const Manifest read = paths.manifests.find("any");
  const SplitStatus status = split_status(read, read.split(""), paths);
  EXPECT_EQ(status.available, Availability::generated);
  EXPECT_EQ(status.rows, 50);
  EXPECT_EQ(status.features, 8);
  ASSERT_TRUE(status.prepared.has_value());
  EXPECT_EQ(status.prepared->content_hash, prepare({"any", "", 0, 0}).content_hash);
  const Verification found = verify_dataset(read, paths);
  EXPECT_EQ(found.files + found.entries, 0);
  EXPECT_TRUE(found.failures.empty());
}

TEST_F(UniformDatasetTest, AFixedNumberOfColumnsCannotBeChanged) {
  folder.write("datasets/teacher.json", R"({
    "name": "teacher", "title": "T", "citation": "nobody", "licence": "CC0",
    "sources": [{"name": "generated", "generator": {"type": "poly_teacher", "form": "dense", "rows": 50,
                 "features": 8, "degree": 2, "noise": 0, "seed": 5}}],
    "splits": [{"name": "fifth", "kind": "random", "parts": ["all"], "test_share": 0.2, "seed": 1}]})");
  EXPECT_THAT(message_of<InputError>([&] {
                prepare({"teacher", "", 0, 20});
              }),
              AllOf(HasSubstr("d of teacher is 20"), HasSubstr("fixed")));
  EXPECT_THROW(open_dataset({"teacher", "", 0, 20}, paths), InputError);
  EXPECT_THROW(prepare({"any", "", 0, -1}), InputError);
}

TEST_F(UniformDatasetTest, IsTheOnlySourceAndNotPreprocessed) {
  manifest["preprocess"] = {{{"op", "divide"}, {"by", 2}}};
  write_manifest();
  EXPECT_THAT(message_of<InputError>([&] {
                prepare({"any", "", 0, 0});
              }),
              AllOf(HasSubstr("any.json"), HasSubstr("preprocess")));
  manifest.erase("preprocess");
  manifest["sources"].push_back(manifest["sources"][0]);
  write_manifest();
  EXPECT_THAT(message_of<InputError>([&] {
                prepare({"any", "", 0, 0});
              }),
              AllOf(HasSubstr("any.json"), HasSubstr("sources")));
}

}  // namespace
}  // namespace sketchbench
