#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <numeric>
#include <optional>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/random.hpp>
#include <sketchbench/core/sha256.hpp>
#include <sketchbench/data/generate/generated.hpp>
#include <sketchbench/data/generate/gisette_recipe.hpp>
#include <sketchbench/data/read/reader.hpp>
#include "data/feature_statistics.hpp"

namespace sketchbench {
namespace {

using testing_support::label_correlations;
using testing_support::perceptron_accuracy;
using testing_support::share_above;

// Blots of ink in the middle of the image, higher for one digit than for the other.
LabeledMatrix blots(Index images) {
  LabeledMatrix result;
  result.x.d = 784;
  for (Index i = 0; i < images; ++i) {
    RandomStream random(7, "blots", static_cast<std::uint64_t>(i));
    const bool four = i % 2 == 0;
    const auto row = static_cast<Index>(random.below(6)) + (four ? 7 : 12);
    const auto column = static_cast<Index>(random.below(8)) + 10;
    for (Index pixel = 0; pixel < 784; ++pixel) {
      const Index distance = std::abs(pixel / 28 - row) + std::abs(pixel % 28 - column);
      if (distance < 7) result.x.push(pixel, static_cast<float>(255 - 24 * distance));
    }
    result.x.end_row();
    result.y.push_back(four ? 4.0f : 9.0f);
  }
  return result;
}

LabeledMatrix simulate(const LabeledMatrix& images, const GisetteSimParams& params, Seed seed) {
  return generate_gisette_sim(images.x.view(), images.y, params, seed);
}

std::string digest(const LabeledMatrix& data) {
  Sha256 hash;
  const auto add = [&](const auto& items) { hash.update(items.data(), items.size() * sizeof(items[0])); };
  add(data.x.row_start);
  add(data.x.column);
  add(data.x.value);
  add(data.y);
  return hash.hex();
}

double density(const Rows& x) {
  return static_cast<double>(x.stored()) / static_cast<double>(x.size() * x.dim());
}

constexpr GisetteSimParams small = {.rows = 400, .informative = 200, .probes = 150, .density = 0.13};

TEST(GisetteSim, HasTheSizeAskedForBalancedLabelsAndIntegers) {
  const LabeledMatrix data = simulate(blots(1000), small, 1);
  EXPECT_EQ(data.x.size(), 400);
  EXPECT_EQ(data.x.d, 350);
  EXPECT_EQ(data.y.size(), 400u);
  EXPECT_EQ(std::count(data.y.begin(), data.y.end(), 1.0f), 200);
  EXPECT_EQ(std::count(data.y.begin(), data.y.end(), -1.0f), 200);
  EXPECT_TRUE(std::all_of(data.x.value.begin(), data.x.value.end(),
                          [](float v) { return v >= 252 && v <= 999 && v == std::floor(v); }));
}

TEST(GisetteSim, DependsOnTheSeedAlone) {
  const LabeledMatrix images = blots(1000);
  EXPECT_EQ(digest(simulate(images, small, 5)), digest(simulate(images, small, 5)));
  EXPECT_NE(digest(simulate(images, small, 5)), digest(simulate(images, small, 6)));
}

TEST(GisetteSim, ShufflesRowsAndKeepsTheirLabels) {
  const LabeledMatrix data = simulate(blots(1000), small, 1);
  EXPECT_FALSE(std::is_sorted(data.y.begin(), data.y.end()) ||
               std::is_sorted(data.y.rbegin(), data.y.rend()));
  EXPECT_GT(perceptron_accuracy(data, 0.75, 10), 0.8);
}

TEST(GisetteSim, ComesNearToTheDensityAimedAt) {
  for (const double aim : {0.1, 0.13, 0.18}) {
    GisetteSimParams params = small;
    params.density = aim;
    EXPECT_NEAR(density(simulate(blots(1000), params, 1).x.view()), aim, 0.015);
  }
}

// A probe's correlation with the label, times the root of the number of rows, is nearly standard normal:
// beyond 6 with probability 2e-9, so a false alarm among 1,000 probes has one of 2e-6.
TEST(GisetteSim, ProbesAreNotCorrelatedWithTheLabel) {
  const GisetteSimParams params = {.rows = 900, .informative = 1, .probes = 1000, .density = 0.13};
  const LabeledMatrix data = simulate(blots(1000), params, 3);
  const std::vector<double> correlations = label_correlations(data.x.view(), data.y);
  const auto beyond = std::count_if(correlations.begin(), correlations.end(),
                                    [](double c) { return std::abs(c) > 6 / std::sqrt(900.0); });
  EXPECT_LE(beyond, 1) << "the informative feature alone may be";
}

TEST(GisetteSim, HasProductsOfTwoPixelsRoundedToTheNearestInteger) {
  PixelColumns columns(3);
  columns.set(0, 100, 255);
  columns.set(0, 200, 255);
  columns.set(1, 100, 128);
  columns.set(1, 200, 253);
  columns.set(2, 100, 127);  // background
  columns.set(2, 200, 255);
  EXPECT_THAT(columns.values({100}), ::testing::ElementsAre(999, 501, 0));    // 999 * 128 / 255 = 501.5-
  EXPECT_THAT(columns.values({200}), ::testing::ElementsAre(999, 991, 999));  // 999 * 253 / 255 = 991.2
  EXPECT_THAT(columns.values({100, 200}),
              ::testing::ElementsAre(999, 498, 0));  // 999 * 128 * 253 / 255^2 = 497.5+
  EXPECT_EQ(columns.occurrences({100}), 2);
  EXPECT_EQ(columns.occurrences({100, 200}), 2);
}

// Results are stored under the content's hash: a change here orphans every record made on the simulated set.
TEST(GisetteSim, ContentStaysWhatItIs) {
  EXPECT_EQ(digest(simulate(blots(1000), small, 1)),
            "d6b7e3c8df01a9ae4a97972d611af878224e75c01d392b9eb6e414376fbb24da");
}

std::string refusal(const LabeledMatrix& images, const GisetteSimParams& wrong) {
  try {
    simulate(images, wrong, 1);
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(GisetteSimParameters, AreCheckedWithNameValueAndExpectation) {
  const LabeledMatrix images = blots(10);
  EXPECT_EQ(refusal(images, {.rows = 1}), "gisette_sim: rows is 1, expected at least 2");
  EXPECT_EQ(refusal(images, {.informative = 0}), "gisette_sim: informative is 0, expected at least 1");
  EXPECT_EQ(refusal(images, {.probes = -1}), "gisette_sim: probes is -1, expected at least 0");
  EXPECT_EQ(refusal(images, {.density = 0}), "gisette_sim: density is 0, expected a share between 0 and 1");
  EXPECT_EQ(refusal(images, {.density = 1}), "gisette_sim: density is 1, expected a share between 0 and 1");
  EXPECT_EQ(refusal(images, {.rows = 12}),
            "gisette_sim: there are 5 images of the digit 4, expected at least 6 (half of rows)");
}

TEST(GisetteSimParameters, ImagesAreCheckedToo) {
  LabeledMatrix images = blots(10);
  images.y.pop_back();
  EXPECT_EQ(refusal(images, {.rows = 4}),
            "gisette_sim: the number of digits is 9, expected 10, one for each image");
  images = blots(10);
  images.x.d = 785;
  EXPECT_EQ(refusal(images, {.rows = 4}),
            "gisette_sim: the images' width is 785, expected 784 pixels (28 x 28)");
  images = blots(10);
  for (float& ink : images.x.value) ink = 0.5f;
  EXPECT_THAT(refusal(images, {.rows = 4}), ::testing::HasSubstr("is 0.5, expected an integer 0..255"));
}

// What the simulation and the real rows are compared in.
struct Statistics {
  double density = 0;
  double row_mean = 0, row_deviation = 0;  ///< non-zeros of a row
  double quartile[3] = {};                 ///< of the non-zero values
  double full = 0;                         ///< share of 999 among them
  double top = 0;                          ///< share of 950 and above
  double never_used = 0;                   ///< features that are zero in all rows
  double predictive = 0;                   ///< features whose |correlation with the label| is above 0.3
};

Statistics describe(const Rows& x, std::span<const float> y) {
  Statistics s;
  s.density = density(x);
  std::vector<float> values;
  std::vector<bool> used(static_cast<std::size_t>(x.dim()));
  double squares = 0;
  const auto n = static_cast<double>(x.size());
  for (Index i = 0; i < x.size(); ++i) {
    double count = 0;
    x.for_each_nonzero(i, [&](Index column, float value) {
      values.push_back(value);
      used[static_cast<std::size_t>(column)] = true;
      ++count;
    });
    s.row_mean += count / n;
    squares += count * count / n;
  }
  s.row_deviation = std::sqrt(squares - s.row_mean * s.row_mean);
  std::sort(values.begin(), values.end());
  const auto share_from = [&](float bound) {
    const auto from = std::lower_bound(values.begin(), values.end(), bound);
    return static_cast<double>(values.end() - from) / static_cast<double>(values.size());
  };
  for (std::size_t q = 0; q < 3; ++q) s.quartile[q] = values[values.size() * (q + 1) / 4];
  s.full = share_from(999);
  s.top = share_from(950);
  s.never_used =
      static_cast<double>(std::count(used.begin(), used.end(), false)) / static_cast<double>(x.dim());
  s.predictive = share_above(label_correlations(x, y), 0.3);
  return s;
}

class GisetteSimFromMnist : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    const char* mirror = std::getenv("SKETCHBENCH_MIRROR");
    if (mirror == nullptr) return;
    const std::filesystem::path folder(mirror);
    const auto images = folder / "train-images-idx3-ubyte.gz", digits = folder / "train-labels-idx1-ubyte.gz";
    if (!exists(images) || !exists(digits)) return;
    mnist_ = LabeledMatrix{read_data_file(images, {.kind = FileFormat::Kind::idx_images}).x,
                           read_data_file(digits, {.kind = FileFormat::Kind::idx_labels}).y};
    data_ = simulate(*mnist_, {}, 1);
  }
  static void TearDownTestSuite() {
    mnist_.reset();
    data_.reset();
  }
  void SetUp() override {
    if (!data_) GTEST_SKIP() << "SKETCHBENCH_MIRROR is not set or has no MNIST training files";
  }

  inline static std::optional<LabeledMatrix> mnist_, data_;
};

// The tolerances cover the sampling error of 168 rows (a standard error of 12 for the mean and 9 for the
// deviation of a row's non-zeros; 0.25 points for the density) and the simulation's own choices. The
// simulated rows are cut into samples of 168 as well, because few rows make correlations by chance and
// features that are never used.
TEST_F(GisetteSimFromMnist, HasTheStatisticsOfRealRows) {
  const std::filesystem::path file =
      std::filesystem::path(std::getenv("SKETCHBENCH_MIRROR")) / "gisette_168_real_rows.csv.gz";
  if (!exists(file)) GTEST_SKIP() << "SKETCHBENCH_MIRROR has no gisette_168_real_rows.csv.gz";
  const LabeledMatrix rows = read_data_file(file, {.kind = FileFormat::Kind::delimited,
                                                   .features = 5000,
                                                   .header = true,
                                                   .label = FileFormat::Label::last});
  const Statistics real = describe(rows.x.view(), rows.y);
  const Index size = rows.x.size(), samples = data_->x.size() / size;

  std::vector<Statistics> drawn;
  for (Index s = 0; s < samples; ++s)
    drawn.push_back(describe(data_->x.view().slice(s * size, (s + 1) * size),
                             std::span<const float>(data_->y).subspan(static_cast<std::size_t>(s * size),
                                                                      static_cast<std::size_t>(size))));
  const auto mean = [&](auto&& of) {
    double sum = 0;
    for (const Statistics& s : drawn) sum += of(s);
    return sum / static_cast<double>(samples);
  };
  const auto expect_near = [&](const char* what, double tolerance, auto&& of) {
    RecordProperty(std::string(what) + " real", std::to_string(of(real)));
    RecordProperty(std::string(what) + " simulated", std::to_string(mean(of)));
    EXPECT_NEAR(mean(of), of(real), tolerance) << what;
  };
  expect_near("density", 0.015, [](const Statistics& s) { return s.density; });
  expect_near("row mean", 50, [](const Statistics& s) { return s.row_mean; });
  expect_near("row deviation", 30, [](const Statistics& s) { return s.row_deviation; });
  expect_near("first quartile", 10, [](const Statistics& s) { return s.quartile[0]; });
  expect_near("median", 10, [](const Statistics& s) { return s.quartile[1]; });
  expect_near("third quartile", 5, [](const Statistics& s) { return s.quartile[2]; });
  expect_near("share of 999", 0.005, [](const Statistics& s) { return s.full; });
  expect_near("share of 950 and above", 0.02, [](const Statistics& s) { return s.top; });
  expect_near("features never used", 0.05, [](const Statistics& s) { return s.never_used; });
  expect_near("predictive features", 0.01, [](const Statistics& s) { return s.predictive; });
}

TEST_F(GisetteSimFromMnist, IsLearnedAndTheProbesAloneAreNot) {
  EXPECT_GT(perceptron_accuracy(*data_, 6.0 / 7, 5), 0.93);
  // Against a coin, 3,500 rows deviate by 0.85 points: 5 deviations have a false alarm in 2e6 seeds, and the
  // one informative feature that there must be hardly counts among 2,500.
  const LabeledMatrix probes = simulate(*mnist_, {.informative = 1}, 1);
  EXPECT_NEAR(perceptron_accuracy(probes, 0.5, 5), 0.5, 0.0425);
}

}  // namespace
}  // namespace sketchbench
