// Reads the publishers' own files. The expected counts and sums were taken from the files with awk and
// Python.
#include <gmock/gmock.h>

#include <algorithm>
#include <cstdlib>
#include <numeric>

#include "data/data_files.hpp"

namespace sketchbench {
namespace {

using ::testing::ElementsAre;
using Kind = FileFormat::Kind;

class PublishedFiles : public ::testing::Test {
 protected:
  void SetUp() override {
    const char* mirror = std::getenv("SKETCHBENCH_MIRROR");
    if (mirror == nullptr || *mirror == '\0')
      GTEST_SKIP() << "SKETCHBENCH_MIRROR does not name a folder with the publishers' files";
    mirror_ = mirror;
  }
  /// Tests start with this; GTEST_SKIP must be called in the test's own body.
  bool lacks(const char* name) {
    file_ = mirror_ / name;
    return !std::filesystem::exists(file_);
  }
  LabeledMatrix read(const FileFormat& format) const { return read_data_file(file_, format); }

 private:
  std::filesystem::path mirror_, file_;
};

double sum(const CsrMatrix& x) { return std::accumulate(x.value.begin(), x.value.end(), 0.0); }

std::ptrdiff_t count(const std::vector<float>& labels, float label) {
  return std::count(labels.begin(), labels.end(), label);
}

TEST_F(PublishedFiles, Adult) {
  if (lacks("a9a")) GTEST_SKIP() << "SKETCHBENCH_MIRROR has no a9a";
  FileFormat format = libsvm_format(123);
  format.labels = {-1, 1};
  const LabeledMatrix data = read(format);
  EXPECT_EQ(data.x.size(), 32'561);
  EXPECT_EQ(data.x.value.size(), 451'592u);
  EXPECT_EQ(sum(data.x), 451'592);  // all features are binary
  EXPECT_EQ(std::accumulate(data.x.column.begin(), data.x.column.end(), std::int64_t{0}),
            22'513'357 - 451'592);
  EXPECT_EQ(count(data.y, 1), 7'841);
}

TEST_F(PublishedFiles, MnistImages) {
  if (lacks("train-images-idx3-ubyte.gz"))
    GTEST_SKIP() << "SKETCHBENCH_MIRROR has no train-images-idx3-ubyte.gz";
  FileFormat format = idx_format(Kind::idx_images);
  format.features = 784;
  format.rows = 60'000;
  const LabeledMatrix data = read(format);
  EXPECT_EQ(data.x.size(), 60'000);
  EXPECT_EQ(data.x.value.size(), 8'994'156u);
  EXPECT_EQ(sum(data.x), 1'567'298'545);
}

TEST_F(PublishedFiles, MnistLabels) {
  if (lacks("train-labels-idx1-ubyte.gz"))
    GTEST_SKIP() << "SKETCHBENCH_MIRROR has no train-labels-idx1-ubyte.gz";
  FileFormat format = idx_format(Kind::idx_labels);
  format.labels = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
  const std::vector<float> y = read(format).y;
  EXPECT_EQ(y.size(), 60'000u);
  EXPECT_THAT(std::vector<float>(y.begin(), y.begin() + 5), ElementsAre(5, 0, 4, 1, 9));
  EXPECT_EQ(count(y, 4), 5'842);
  EXPECT_EQ(count(y, 9), 5'949);
}

TEST_F(PublishedFiles, CovertypeSample) {
  if (lacks("covtype.sample116203.data.gz"))
    GTEST_SKIP() << "SKETCHBENCH_MIRROR has no covtype.sample116203.data.gz";
  FileFormat format = delimited_format();
  format.labels = {1, 2, 3, 4, 5, 6, 7};
  const LabeledMatrix data = read(format);
  EXPECT_EQ(data.x.size(), 116'203);
  EXPECT_EQ(data.x.d, 54);
  EXPECT_EQ(data.x.value.size(), 1'380'196u);
  EXPECT_EQ(sum(data.x), 969'386'568);
  EXPECT_EQ(count(data.y, 2), 56'720);
  EXPECT_EQ(count(data.y, 4), 533);
}

TEST_F(PublishedFiles, GisetteSample) {
  if (lacks("gisette_168_real_rows.csv.gz"))
    GTEST_SKIP() << "SKETCHBENCH_MIRROR has no gisette_168_real_rows.csv.gz";
  FileFormat format = delimited_format();
  format.header = true;
  format.features = 5000;
  format.labels = {-1, 1};
  const LabeledMatrix data = read(format);
  EXPECT_EQ(data.x.size(), 168);
  EXPECT_EQ(data.x.value.size(), 110'498u);
  EXPECT_EQ(sum(data.x), 90'024'120);
  EXPECT_EQ(count(data.y, 1), 86);
}

TEST_F(PublishedFiles, GisetteLabels) {
  if (lacks("gisette_train.labels")) GTEST_SKIP() << "SKETCHBENCH_MIRROR has no gisette_train.labels";
  const std::vector<float> y = read(delimited_format(FileFormat::Label::only)).y;
  EXPECT_EQ(y.size(), 6'000u);
  EXPECT_EQ(count(y, 1), 3'000);
  EXPECT_EQ(count(y, -1), 3'000);
}

TEST_F(PublishedFiles, BlogFeedback) {
  if (lacks("BlogFeedback.zip")) GTEST_SKIP() << "SKETCHBENCH_MIRROR has no BlogFeedback.zip";
  FileFormat format = delimited_format();
  format.features = 280;
  format.member = "blogData_train.csv";
  const LabeledMatrix data = read(format);
  EXPECT_EQ(data.x.size(), 52'397);
  EXPECT_EQ(data.x.value.size(), 2'441'807u);
  EXPECT_NEAR(sum(data.x), 237'981'913.37, 1);
  EXPECT_EQ(count(data.y, 0), 33'559);
}

TEST_F(PublishedFiles, BlogFeedbacksTestDays) {
  if (lacks("BlogFeedback.zip")) GTEST_SKIP() << "SKETCHBENCH_MIRROR has no BlogFeedback.zip";
  FileFormat format = delimited_format();
  format.task = Task::regression;
  format.features = 280;
  format.members = "blogData_test-*.csv";
  const LabeledMatrix data = read(format);
  EXPECT_EQ(data.x.size(), 7'624);
  EXPECT_EQ(data.x.value.size(), 316'010u);
  EXPECT_NEAR(sum(data.x), 30'892'908.89, 1);
  EXPECT_EQ(std::accumulate(data.y.begin(), data.y.end(), 0.0), 40'737);
  EXPECT_EQ(count(data.y, 0), 5'351);
}

TEST_F(PublishedFiles, IndoorLocalisation) {
  if (lacks("UJIndoorLoc.zip")) GTEST_SKIP() << "SKETCHBENCH_MIRROR has no UJIndoorLoc.zip";
  FileFormat format = delimited_format(FileFormat::Label::none);
  format.header = true;
  format.features = 520 + 9;
  format.member = "UJIndoorLoc/trainingData.csv";
  EXPECT_EQ(read(format).x.size(), 19'937);
  format.member = "UJIndoorLoc/validationData.csv";
  EXPECT_EQ(read(format).x.size(), 1'111);
  format.member.clear();
  EXPECT_THROW(read(format), InputError);
}

}  // namespace
}  // namespace sketchbench
