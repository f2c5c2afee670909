// A build with a library for each instruction set: SKETCHBENCH_INSTRUCTIONS chooses among them, and all of
// them have the same maps and learners up to rounding.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <iterator>
#include <map>
#include <optional>
#include <sstream>
#include <stdexcept>

#include <sketchbench/core/json.hpp>
#include <sketchbench/core/system/file.hpp>
#include <sketchbench/core/system/processor.hpp>
#include <sketchbench/features/feature_map.hpp>
#include "support/libsvm_dataset.hpp"
#include "support/program.hpp"
#include "support/quadrants.hpp"
#include "support/temporary_folder.hpp"

namespace sketchbench {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing_support::Ended;
using testing_support::Words;

constexpr std::array levels = {"baseline", "avx2", "avx512"};
/// What instruction_set() calls them.
constexpr std::array<std::string_view, 3> sets = {"SSE2", "AVX2", "AVX-512"};
constexpr Index rows = 200, D = 64;
/// Of tests/levels/wide_features.cpp.
constexpr std::size_t wide_rows = 37;

std::size_t best_level() {
  const auto best = std::ranges::find(sets, instruction_set());
  if (best == sets.end()) throw std::runtime_error(std::string(instruction_set()));
  return static_cast<std::size_t>(best - sets.begin());
}

/// A folder with data, and the program at a level.
class Levels : public testing::Test {
 protected:
  Levels() {
    folder.write("rows", testing_support::quadrants(rows, 1));
    folder.write("others", testing_support::quadrants(D, 2));
  }

  using Environment = std::map<std::string, std::optional<std::string>>;

  Ended run_program(const Words& words, const Environment& environment) const {
    const pid_t process = testing_support::start_program(
        {.words = words, .folder = folder.path(), .output = folder / "output", .environment = environment});
    const int code = testing_support::wait_for_program(process);
    return {.exit_code = code, .output = read_file(folder / "output")};
  }

  Ended run(const std::string& level, const Words& words, Environment environment = {}) const {
    environment["SKETCHBENCH_INSTRUCTIONS"] = level;
    return run_program(testing_support::joined({SKETCHBENCH_PROGRAM}, words), environment);
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
  for (const FieldInfo& parameter : kind.parameters)
    if (parameter.file) spec["parameters"][parameter.name] = "others";
  return spec;
}

TEST_F(Levels, AreChosenByTheEnvironmentUpToTheProcessors) {
  for (std::size_t i = 0; i < levels.size(); ++i) {
    const Ended ended = run(levels[i], {"--version"});
    EXPECT_EQ(ended.exit_code, 0) << ended.output;
    EXPECT_THAT(ended.output, HasSubstr(fmt::format(", {})", sets[std::min(i, best_level())])));
  }
  EXPECT_THAT(run("", {"--version"}).output, HasSubstr(fmt::format(", {})", sets[best_level()])));
}

TEST_F(Levels, AreChosenWhereTheLibrarysFolderHasABlank) {
  std::filesystem::create_directory_symlink(SKETCHBENCH_LIBRARIES, folder / "a folder");
  for (std::size_t i = 0; i < levels.size(); ++i) {
    const Ended ended = run(levels[i], {"--version"}, {{"LD_LIBRARY_PATH", (folder / "a folder").string()}});
    EXPECT_EQ(ended.exit_code, 0) << ended.output;
    EXPECT_THAT(ended.output, HasSubstr(fmt::format(", {})", sets[std::min(i, best_level())])));
  }
}

TEST_F(Levels, ThatTheLoaderDoesNotTakeAreAnErrorAndNoLoop) {
  if (best_level() == 0) GTEST_SKIP() << "this processor has no other";
  const Ended ended = run("baseline", {"--version"}, {{"LD_PRELOAD", SKETCHBENCH_LIBRARY_AVX2}});
  EXPECT_EQ(ended.exit_code, 2);
  EXPECT_THAT(ended.output, AllOf(HasSubstr("SKETCHBENCH_INSTRUCTIONS=baseline"),
                                  HasSubstr(SKETCHBENCH_LIBRARY_AVX2), HasSubstr("LD_PRELOAD")));
}

// What the loader was told is for the program alone: not for a map in another language, whose libraries may
// do with all that the processor has.
TEST_F(Levels, LeaveTheEnvironmentOfOtherProgramsAsItWas) {
  testing_support::add_libsvm_dataset(folder, "quadrants", testing_support::quadrants(rows, 1),
                                      testing_support::quadrants(rows, 2), 8);
  folder.write("environment.sh", "env > environment\nexit 1\n");
  folder.write("config.json", R"({"name": "it", "experiment": "kernel_error", "seeds": 1,
 "parameters": {"rows": 30, "maps": 1}, "grid": [{"dataset": "quadrants", "D": 20}],
 "kernels": [{"kernel": "gaussian", "sigma": 1}],
 "methods": [{"method": "external", "name": "mine", "command": ["sh", "environment.sh"]}]})");
  for (const std::optional<std::string>& before :
       {std::optional<std::string>(), std::optional<std::string>("glibc.malloc.check=0")}) {
    const Ended ended = run("baseline", {"run", "config.json", "--mirror", "mirror"},
                            {{"GLIBC_TUNABLES", before}, {"SKETCHBENCH_OFFLINE", "1"}});
    EXPECT_EQ(ended.exit_code, 1) << ended.output;
    const std::string environment = "\n" + read_file(folder / "environment");
    EXPECT_THAT(environment, testing::Not(HasSubstr("hwcaps")));
    EXPECT_THAT(environment, testing::Not(HasSubstr("STARTED_AGAIN")));
    EXPECT_EQ(environment.find("\nGLIBC_TUNABLES=glibc.malloc.check=0\n") != std::string::npos,
              before.has_value());
    std::filesystem::remove_all(folder / "results");
  }
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

/// Those of wide_features.cpp at a level, map by map. Whoever uses the library lowers it as the loader is
/// told.
std::vector<std::vector<std::vector<double>>> wide_features(std::string_view expected_set,
                                                            const std::string& without) {
  const testing_support::TemporaryFolder folder;
  const pid_t process =
      testing_support::start_program({.words = {SKETCHBENCH_WIDE_FEATURES, "features"},
                                      .folder = folder.path(),
                                      .output = folder / "output",
                                      .environment = {{"GLIBC_TUNABLES", "glibc.cpu.hwcaps=" + without}}});
  EXPECT_EQ(testing_support::wait_for_program(process), 0) << read_file(folder / "output");
  EXPECT_EQ(read_file(folder / "output"), std::string(expected_set) + "\n");
  const std::string bytes = read_file(folder / "features");
  const char* next = bytes.data();
  std::vector<std::vector<std::vector<double>>> maps(feature_map_kinds().size());
  const std::size_t width = bytes.size() / sizeof(float) / maps.size() / wide_rows;
  EXPECT_EQ(bytes.size(), width * sizeof(float) * maps.size() * wide_rows);
  for (auto& z : maps)
    for (std::size_t i = 0; i < wide_rows; ++i, next += width * sizeof(float)) {
      std::vector<float> row(width);
      std::memcpy(row.data(), next, width * sizeof(float));
      z.emplace_back(row.begin(), row.end());
    }
  return maps;
}

TEST_F(Levels, HaveTheSameMapsOfDenseRowsThatFillNoRegister) {
  const auto baseline = wide_features(sets[0], "-AVX512F,-AVX2");
  for (std::size_t level = 1; level <= best_level(); ++level) {
    const auto others = wide_features(sets[level], level == 1 ? "-AVX512F" : "");
    for (std::size_t k = 0; k < baseline.size(); ++k)
      EXPECT_LT(difference_of_products(baseline[k], others[k]), 1e-4)
          << feature_map_kinds()[k].name << ", " << levels[level];
  }
}

/// The scores of `predict --scores`.
std::vector<double> scores_in(const std::string& text) {
  std::vector<double> scores;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) scores.push_back(std::stod(line.substr(line.find(' '))));
  return scores;
}

// A model's directions are those that it was trained on: eigenvectors that another level finds have other
// signs, and other directions where eigenvalues are close to each other.
TEST_F(Levels, PredictWithModelsOfEveryOther) {
  for (const FeatureMapKind& kind : feature_map_kinds()) {
    folder.write("spec.json", json_text(specification(kind)));
    for (std::size_t of = 0; of <= best_level(); ++of) {
      written(levels[of], {"train", "--map", "spec.json", "--learner", "dense_tron", "rows", "model"});
      std::vector<std::vector<double>> scores;
      for (std::size_t at = 0; at <= best_level(); ++at)
        scores.push_back(scores_in(written(levels[at], {"predict", "--scores", "model", "rows", "scores"})));
      const double largest =
          std::abs(*std::ranges::max_element(scores[of], {}, [](double score) { return std::abs(score); }));
      ASSERT_EQ(scores[of].size(), static_cast<std::size_t>(rows)) << kind.name;
      for (const auto& others : scores)
        EXPECT_THAT(others, testing::Pointwise(testing::DoubleNear(1e-3 * largest), scores[of]))
            << kind.name << " of " << levels[of];
    }
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
