// What is registered is known by its own file alone: no other asks for it by name.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <string>

#include <sketchbench/features/feature_map.hpp>
#include <sketchbench/harness/cell/experiment.hpp>
#include <sketchbench/learners/learner.hpp>
#include "papers/paper.hpp"
#include "support/sources.hpp"

namespace sketchbench {
namespace {

namespace fs = std::filesystem;

/// A name that stands elsewhere for a reason.
struct Exception {
  std::string name, file;  ///< a beginning of the path; empty: anywhere
};

const std::vector<Exception>& exceptions() {
  static const std::vector<Exception> list = {
      // Words that are also something else.
      {"cpu", ""},                                              // the processor, and the clock of its time
      {"regression", "src/sketchbench/core/labeled_rows.hpp"},  // the task
      {"libsvm", "src/sketchbench/data/manifest_format.cpp"},   // the format of files
      {"libsvm", "src/sketchbench/cli/options/user_data.cpp"},
      {"libsvm", "src/sketchbench/cli/datasets_add.cpp"},
      {"accuracy", "src/sketchbench/learners/metrics.cpp"},  // the measure
      {"accuracy", "experiments/kernel_pca/"},               // the same, of a learner on the components
      {"accuracy", "src/sketchbench/report/baseline/"},      // the number of baselines that do not say which
      // Generators are called as the data sets that are made with them.
      {"uniform", "src/sketchbench/data/"},
      // One choice of landmarks among others.
      {"uniform", "src/sketchbench/features/kernel_pca/pca_nystrom.cpp"},
      {"poly_regression", "src/sketchbench/data/"},
      {"gisette_sim", "src/sketchbench/data/"},
      // What the experiment is about: the lemmas.
      {"tensor_sketch", "experiments/bounds/run.cpp"}};
  return list;
}

std::set<std::string> registered_names() {
  std::set<std::string> names;
  for (const FeatureMapKind& kind : feature_map_kinds()) names.insert(kind.name);
  for (const LearnerKind& kind : learner_kinds()) names.insert(kind.type);
  for (const Experiment& experiment : experiments()) names.insert(experiment.name);
  for (const Paper& paper : papers()) names.insert(paper.name);
  for (const auto& entry : fs::directory_iterator("datasets"))
    if (entry.path().extension() == ".json") names.insert(entry.path().stem().string());
  return names;
}

/// Whether a literal tells a name. One that is a word of the language, too, counts only where it is all there
/// is: sentences are about accuracy and regression.
bool tells(const std::string& literal, const std::string& name) {
  if (literal == name) return true;
  const bool unmistakable =
      std::ranges::any_of(name, [](char c) { return c == '_' || (c >= '0' && c <= '9'); });
  const auto is_of_a_name = [](char c) {
    return c == '_' || std::isalnum(static_cast<unsigned char>(c)) != 0;
  };
  for (std::size_t at = literal.find(name); unmistakable && at != std::string::npos;
       at = literal.find(name, at + 1)) {
    const std::size_t end = at + name.size();
    if ((at == 0 || !is_of_a_name(literal[at - 1])) && (end == literal.size() || !is_of_a_name(literal[end])))
      return true;
  }
  return false;
}

std::vector<std::string> literals_of(const fs::path& file) {
  // Comments and letters are taken as well, so that quotation marks in them open no literal.
  static const std::regex piece(R"re("((?:[^"\\]|\\.)*)"|'(?:[^'\\]|\\.)'|//.*)re");
  std::vector<std::string> literals;
  std::ifstream stream(file);
  for (std::string line; std::getline(stream, line);) {
    if (line.starts_with("#include")) continue;
    for (std::sregex_iterator at(line.begin(), line.end(), piece), end; at != end; ++at)
      if ((*at)[1].matched) literals.push_back((*at)[1].str());
  }
  return literals;
}

/// Files that have in full what the name shortens.
const std::map<std::string, std::string>& homes_of_short_names() {
  static const std::map<std::string, std::string> homes = {
      {"random_maclaurin_h01", "src/sketchbench/features/random_maclaurin_h01.cpp"},
      {"rks", "src/sketchbench/features/fourier/random_kitchen_sinks.cpp"},
      {"qmc", "src/sketchbench/features/fourier/quasi_monte_carlo.cpp"},
      {"orf", "src/sketchbench/features/fourier/orthogonal_features.cpp"},
      {"sorf", "src/sketchbench/features/fourier/structured_orthogonal.cpp"},
      {"craft", "src/sketchbench/features/fourier/compact_features.cpp"}};
  return homes;
}

/// In its own file or folder, or in one that is named after what several have in common.
bool is_at_home(const std::string& name, const fs::path& path) {
  const std::string file = path.generic_string();
  const auto home = homes_of_short_names().find(name);
  return file.find("/" + name) != std::string::npos || name.starts_with(path.stem().string()) ||
         name.starts_with(path.parent_path().stem().string() + "_") ||
         (home != homes_of_short_names().end() && home->second == file);
}

TEST(RegisteredNames, StandInTheirOwnFilesAlone) {
  std::vector<std::string> elsewhere;
  std::set<const Exception*> used;
  int at_home = 0;
  const std::set<std::string> names = registered_names();
  for (const fs::path& path : testing_support::sources_with_python()) {
    const std::string file = path.generic_string();
    if (file.starts_with("papers/")) continue;  // a paper is about some maps, learners and data sets
    if (file == "src/sketchbench/cli/options/examples.cpp")
      continue;  // tests/cli/help_test.cpp knows its names
    for (const std::string& literal : literals_of(path))
      for (const std::string& name : names) {
        if (!tells(literal, name)) continue;
        const auto exception = std::ranges::find_if(exceptions(), [&](const Exception& known) {
          return known.name == name && file.starts_with(known.file);
        });
        if (is_at_home(name, path))
          ++at_home;
        else if (exception != exceptions().end())
          used.insert(&*exception);
        else
          elsewhere.push_back(file + ": \"" + literal + "\"");
      }
  }
  EXPECT_THAT(elsewhere, testing::IsEmpty());
  EXPECT_GT(at_home, 15) << "the pattern finds nothing any more";
  EXPECT_EQ(used.size(), exceptions().size()) << "an exception is not needed any more";
}

}  // namespace
}  // namespace sketchbench
