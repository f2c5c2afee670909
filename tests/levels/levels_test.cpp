// A build with a library for each instruction set: SKETCHBENCH_INSTRUCTIONS chooses among them, and all of
// them have the same maps and learners up to rounding.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <sstream>

#include "core/json.hpp"
#include "core/system/file.hpp"
#include "core/system/processor.hpp"
#include "features/feature_map.hpp"
#include "support/program.hpp"
#include "support/quadrants.hpp"
#include "support/temporary_folder.hpp"

namespace sketchbench {
namespace {

using testing::HasSubstr;
using testing_support::Ended;
using testing_support::Words;

constexpr std::array levels = {"baseline", "avx2", "avx512"};
constexpr Index rows = 200, D = 64;

/// A folder with data, and the program at a level.
class Levels : public testing::Test {
 protected:
  Levels() {
    folder.write("rows", testing_support::quadrants(rows, 1));
    folder.write("others", testing_support::quadrants(D, 2));
  }

  Ended run(const std::string& level, const Words& words) const {
    const pid_t process =
        testing_support::start_program({.words = testing_support::joined({SKETCHBENCH_PROGRAM}, words),
                                        .folder = folder.path(),
                                        .output = folder / "output",
                                        .environment = {{"SKETCHBENCH_INSTRUCTIONS", level}}});
    const int code = testing_support::wait_for_program(process);
    return {.exit_code = code, .output = read_file(folder / "output")};
  }

  /// What a command writes to its last argument, at that level.
  std::string written(const std::string& level, const Words& words) const {
    const Ended ended = run(level, words);
    EXPECT_EQ(ended.exit_code, 0) << level << ": " << ended.output;
    return read_file(folder / words.back());
  }

  testing_support::TemporaryFolder folder;
};

/// Rows of features from a LIBSVM file.
std::vector<std::vector<double>> features_in(const std::string& text) {
  std::vector<std::vector<double>> z;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string word;
    words >> word;  // the label
    auto& row = z.emplace_back();
    while (words >> word) {
      const std::size_t colon = word.find(':'), column = std::stoul(word.substr(0, colon));
      row.resize(std::max(row.size(), column));
      row[column - 1] = std::stod(word.substr(colon + 1));
    }
  }
  return z;
}

double product(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0;
  for (std::size_t j = 0; j < std::min(a.size(), b.size()); ++j) sum += a[j] * b[j];
  return sum;
}

/// The largest difference of two inner products, over the largest of them: eigenvectors have no sign, but
/// these do.
double difference_of_products(const std::vector<std::vector<double>>& a,
                              const std::vector<std::vector<double>>& b) {
  double largest = 0, difference = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t j = 0; j <= i; ++j) {
      const double one = product(a[i], a[j]), other = product(b[i], b[j]);
      largest = std::max(largest, std::abs(one));
      difference = std::max(difference, std::abs(one - other));
    }
  return difference / largest;
}

Words words_of(const std::string& text) {
  std::istringstream in(text);
  return {std::istream_iterator<std::string>(in), {}};
}

Json specification(const FeatureMapKind& kind) {
  Json spec = {{"map", kind.name}, {"D", D}, {"seed", 7}};
  if (kind.supports(PolynomialKernel{.degree = 2, .coef0 = 1}))
    spec.update({{"kernel", "polynomial"}, {"degree", 2}, {"coef0", 1}});
  else
    spec.update({{"kernel", "gaussian"}, {"sigma", 1.0}});
  for (const MapParameter& parameter : kind.parameters)
    if (parameter.file) spec["parameters"][parameter.name] = "others";
  return spec;
}

TEST_F(Levels, AreChosenByTheEnvironmentUpToTheProcessors) {
  constexpr std::array<std::string_view, 3> sets = {"SSE2", "AVX2", "AVX-512"};
  const auto best = std::ranges::find(sets, instruction_set());
  ASSERT_NE(best, sets.end()) << instruction_set();
  for (std::size_t i = 0; i < levels.size(); ++i) {
    const std::string_view expected = std::min(best, sets.begin() + static_cast<std::ptrdiff_t>(i))[0];
    const Ended ended = run(levels[i], {"--version"});
    EXPECT_EQ(ended.exit_code, 0) << ended.output;
    EXPECT_THAT(ended.output, HasSubstr(fmt::format(", {})", expected)));
  }
  EXPECT_THAT(run("", {"--version"}).output, HasSubstr(fmt::format(", {})", *best)));
}

TEST_F(Levels, ThatDoNotExistAreRefused) {
  const Ended ended = run("avx3", {"--version"});
  EXPECT_EQ(ended.exit_code, 2);
  EXPECT_THAT(ended.output, HasSubstr("SKETCHBENCH_INSTRUCTIONS=avx3: expected baseline, avx2 or avx512"));
}

// Single precision has 24 bits; what goes through eigenvectors of a Gram matrix loses some of them.
TEST_F(Levels, HaveTheSameMapsUpToRounding) {
  for (const FeatureMapKind& kind : feature_map_kinds()) {
    folder.write("spec.json", json_text(specification(kind)));
    const Words command = {"map", "--map", "spec.json", "rows", "features"};
    const auto baseline = features_in(written(levels[0], command));
    ASSERT_EQ(baseline.size(), static_cast<std::size_t>(rows)) << kind.name;
    for (const char* level : {levels[1], levels[2]})
      EXPECT_LT(difference_of_products(baseline, features_in(written(level, command))), 1e-4)
          << kind.name << ", " << level;
  }
}

// Iterations stop within a tolerance of the optimum, rounding decides where in it: labels of rows near the
// boundary may differ.
TEST_F(Levels, LearnTheSameUpToTheStoppingTolerance) {
  for (const Words& learner : {Words{"--map", "tensor_sketch_fast", "--D", "64", "--learner", "dense_tron"},
                               Words{"--learner", "block_smo"}, Words{"--learner", "libsvm"}}) {
    std::vector<Words> labels;
    for (const char* level : levels) {
      const Words train = testing_support::joined(
          testing_support::joined({"train", "--degree", "2", "--coef0", "1"}, learner), {"rows", "model"});
      written(level, train);
      labels.push_back(words_of(written(level, {"predict", "model", "rows", "labels"})));
    }
    for (std::size_t other = 1; other < labels.size(); ++other) {
      ASSERT_EQ(labels[other].size(), static_cast<std::size_t>(rows)) << learner.back();
      int different = 0;
      for (std::size_t i = 0; i < labels[0].size(); ++i) different += labels[0][i] != labels[other][i];
      EXPECT_LE(different, rows / 100) << learner.back() << ", " << levels[other];
    }
  }
}

}  // namespace
}  // namespace sketchbench
