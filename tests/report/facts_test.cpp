// A thing carries its own facts: no list elsewhere names maps, learners or data sets.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <set>

#include <sketchbench/core/system/file.hpp>
#include <sketchbench/data/manifest_facts.hpp>
#include <sketchbench/features/feature_map.hpp>
#include <sketchbench/learners/learner.hpp>

namespace sketchbench {
namespace {

namespace fs = std::filesystem;

std::string stem_of(const fs::path& file) { return (file.parent_path() / file.stem()).generic_string(); }

/// Programs and the page's scripts.
std::vector<fs::path> sources() {
  std::vector<fs::path> files;
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

/// Whether the text has the word, and not as a part of another one.
bool has_word(const std::string& text, const std::string& word) {
  const auto of_a_word = [](char c) { return c == '_' || std::isalnum(static_cast<unsigned char>(c)) != 0; };
  for (auto at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    if ((at == 0 || !of_a_word(text[at - 1])) && (end == text.size() || !of_a_word(text[end]))) return true;
  }
  return false;
}

/// What several forms of a map have in common: "Random Maclaurin" of "Random Maclaurin, H0/1".
std::string family_of(const FeatureMapKind& kind) { return kind.title.substr(0, kind.title.find(", ")); }

/// The files outside `own`, folders and files without their endings, that have one of the words in quotes, or
/// one of the phrases anywhere.
std::vector<std::string> others_that_name(const std::vector<std::string>& words,
                                          const std::set<std::string>& own,
                                          const std::set<std::string>& phrases = {}) {
  std::vector<std::string> found;
  int own_files = 0;
  for (const fs::path& file : sources()) {
    const std::string code = code_of(file);
    const bool names = std::ranges::any_of(
        words, [&](const std::string& word) { return code.find("\"" + word + "\"") != std::string::npos; });
    if (!names &&
        std::ranges::none_of(phrases, [&](const std::string& phrase) { return has_word(code, phrase); }))
      continue;
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
  std::set<std::string> phrases;
  for (const FeatureMapKind& kind : feature_map_kinds()) {
    words.insert(words.end(), {kind.name, kind.title, kind.brief, kind.citation});
    phrases.insert(family_of(kind));
  }
  // Beside the maps themselves: the check of the lemmas about one of them, the comparisons of certain maps
  // that a paper makes, and an experiment that is called as one of them and compares others at equal cost.
  EXPECT_THAT(others_that_name(words,
                               {"src/sketchbench/features", "experiments/bounds", "experiments/kernel_pca",
                                "papers/kdd13", "papers/nips01"},
                               phrases),
              testing::IsEmpty());
}

// A remark stands in reports of anybody's data, in which the other maps, and the papers that compare them,
// may have no part.
TEST(FactsHaveOnePlace, ARemarkIsOfItsOwnMap) {
  // Maps that are made of another one's features.
  const std::set<std::string> of_random_kitchen_sinks = {"Compact feature maps"};
  int remarks = 0;
  for (const FeatureMapKind& kind : feature_map_kinds())
    for (const std::string& text : {kind.remark, kind.cost_remark, kind.bound_remark}) {
      remarks += text.empty() ? 0 : 1;
      EXPECT_FALSE(has_word(text, "paper")) << kind.name << ": " << text;
      for (const FeatureMapKind& other : feature_map_kinds()) {
        const std::string family = family_of(other);
        if (family == family_of(kind)) continue;
        if (family == "Random Kitchen Sinks" && of_random_kitchen_sinks.contains(family_of(kind))) continue;
        for (const std::string& name : {other.name, family, other.brief})
          EXPECT_FALSE(has_word(text, name)) << kind.name << " speaks of " << name << ": " << text;
      }
    }
  EXPECT_GT(remarks, 8) << "there is nothing to check any more";
}

TEST(FactsHaveOnePlace, OfLearners) {
  std::vector<std::string> words;
  for (const LearnerKind& kind : learner_kinds())
    words.insert(words.end(), {kind.type, kind.title, kind.citation});
  // Two learners are called as the libraries behind them, of which a record says the version, and one as the
  // format of its library's files.
  EXPECT_THAT(
      others_that_name(words, {"src/sketchbench/learners", "src/sketchbench/harness/worker/environment",
                               "src/sketchbench/data/manifest_format",
                               "src/sketchbench/cli/options/user_data", "src/sketchbench/cli/datasets_add"}),
      testing::IsEmpty());
}

TEST(FactsHaveOnePlace, OfDataSets) {
  const ManifestFacts facts{DataPaths()};
  std::vector<std::string> words;
  for (const std::string& name : dataset_names(DataPaths()))
    if (name != "cpu")  // which is a phase's time as well
      words.insert(words.end(), {name, facts.of(name).title});
  // Some data sets are called as the generators that make them, one as a choice of landmarks.
  EXPECT_THAT(others_that_name(words, {"src/sketchbench/data/manifest", "src/sketchbench/data/generate",
                                       "src/sketchbench/data/uniform_dataset",
                                       "src/sketchbench/features/kernel_pca/pca_nystrom"}),
              testing::IsEmpty());
}

}  // namespace
}  // namespace sketchbench
