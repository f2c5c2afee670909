// A thing carries its own facts: no list elsewhere names maps, learners or data sets.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "core/system/file.hpp"
#include "data/manifest_facts.hpp"
#include "features/feature_map.hpp"
#include "learners/learner.hpp"

namespace sketchbench {
namespace {

namespace fs = std::filesystem;

std::string stem_of(const fs::path& file) { return (file.parent_path() / file.stem()).generic_string(); }

/// Programs, the page's scripts, and the scripts that write documents.
std::vector<fs::path> sources() {
  std::vector<fs::path> files = {"scripts/update-readme"};
  for (const char* folder : {"src", "experiments", "papers"})
    for (const auto& entry : fs::recursive_directory_iterator(folder))
      if (std::set<std::string>{".cpp", ".hpp", ".js", ".html"}.contains(entry.path().extension().string()))
        files.push_back(entry.path());
  return files;
}

/// The text without comments to the end of a line.
std::string code_of(const fs::path& file) {
  const std::string text = read_file(file);
  std::string code;
  for (std::size_t at = 0; at < text.size();) {
    const auto comment = std::min(text.find("//", at), text.size());
    code += text.substr(at, comment - at);
    at = std::min(text.find('\n', comment), text.size());
  }
  return code;
}

/// The files outside `own`, folders and files without their endings, that have one of the words in quotes.
std::vector<std::string> others_that_name(const std::vector<std::string>& words,
                                          const std::set<std::string>& own) {
  std::vector<std::string> found;
  int own_files = 0;
  for (const fs::path& file : sources()) {
    const std::string code = code_of(file);
    const bool names = std::ranges::any_of(
        words, [&](const std::string& word) { return code.find("\"" + word + "\"") != std::string::npos; });
    if (!names) continue;
    const std::string stem = stem_of(file);
    if (std::ranges::any_of(own,
                            [&](const std::string& of) { return stem == of || stem.starts_with(of + "/"); }))
      ++own_files;
    else
      found.push_back(file.generic_string());
  }
  EXPECT_GT(own_files, 0) << "the search finds nothing any more";
  return found;
}

TEST(FactsHaveOnePlace, OfMaps) {
  std::vector<std::string> words;
  for (const FeatureMapKind& kind : feature_map_kinds())
    words.insert(words.end(), {kind.name, kind.title, kind.citation});
  // Beside the maps themselves: the check of the lemmas about one of them, and the comparisons of certain
  // maps that a paper makes.
  EXPECT_THAT(others_that_name(words, {"src/features", "experiments/bounds", "papers/kdd13"}),
              testing::IsEmpty());
}

TEST(FactsHaveOnePlace, OfLearners) {
  std::vector<std::string> words;
  for (const LearnerKind& kind : learner_kinds())
    words.insert(words.end(), {kind.type, kind.title, kind.citation});
  // Two learners are called as the libraries behind them, of which a record says the version, and one as the
  // format of its library's files.
  EXPECT_THAT(
      others_that_name(words, {"src/learners", "src/harness/worker/environment", "src/data/manifest_format"}),
      testing::IsEmpty());
}

TEST(FactsHaveOnePlace, OfDataSets) {
  const ManifestFacts facts{DataPaths()};
  std::vector<std::string> words;
  for (const std::string& name : dataset_names(DataPaths()))
    if (name != "cpu")  // which is a phase's time as well
      words.insert(words.end(), {name, facts.of(name).title});
  // Some data sets are called as the generators that make them.
  EXPECT_THAT(others_that_name(words, {"src/data/manifest", "src/data/generate"}), testing::IsEmpty());
}

}  // namespace
}  // namespace sketchbench
