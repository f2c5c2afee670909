// Paths that the documents name are there.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <regex>
#include <set>
#include <string>

#include <sketchbench/core/json.hpp>
#include <sketchbench/core/system/file.hpp>
#include <sketchbench/report/explanations.hpp>
#include "papers/paper.hpp"
#include "support/sources.hpp"

namespace sketchbench {
namespace {

namespace fs = std::filesystem;
using testing::IsEmpty;

/// All that the first group of the pattern matches.
std::vector<std::string> matches(const std::string& text, const std::regex& pattern) {
  std::vector<std::string> found;
  for (std::sregex_iterator at(text.begin(), text.end(), pattern), end; at != end; ++at)
    found.push_back((*at)[1].str());
  return found;
}

/// What stands between backquotes.
std::vector<std::string> quoted_words(const std::string& text) {
  static const std::regex between("`([^`\n]+)`");
  return matches(text, between);
}

/// The files that links lead to, without those elsewhere and without places within a file.
std::vector<std::string> links(const std::string& text) {
  static const std::regex link("\\]\\(([^)#:\n]+)[)#]");
  return matches(text, link);
}

const std::regex& path() {
  static const std::regex pattern("[A-Za-z0-9_.-]*(/[A-Za-z0-9_.-]*)+");
  return pattern;
}

/// As it is written, or below a folder of the sources, as in a row about that folder.
bool is_there(const std::string& word) {
  if (fs::exists(word)) return true;
  return std::ranges::any_of(
      fs::directory_iterator("src/sketchbench"),
      [&](const fs::directory_entry& folder) { return fs::exists(folder.path() / word); });
}

// What runs, tests and downloads make is not there yet. Links are tests/docs/documents_test.py's.
TEST(Documents, NameFilesThatThereAre) {
  static const std::set<std::string> made = {
      "results/report.html",     "results/records",       "results/claims-kdd13", "results/claims-ijcai15",
      "results/claims-nips01",   "results/first",         "datasets/cache/",      "tests/fuzz/findings",
      "results/records/ID.json", "build/dev/sketchbench", "RESULTS/records",      "RESULTS/NAME",
      "build/python/wheels"};
  std::vector<std::string> missing;
  int seen = 0;
  std::vector<fs::path> documents = {"README.md"};
  for (const auto& entry : fs::recursive_directory_iterator("docs")) {
    const std::string file = entry.path().generic_string();
    if (entry.path().extension() == ".md" && !file.starts_with("docs/generated") &&
        !file.starts_with("docs/build"))
      documents.push_back(entry.path());
  }
  for (const fs::path& document : documents)
    for (const std::string& quoted : quoted_words(read_file(document))) {
      const std::string word = quoted.substr(0, quoted.find(' '));
      if (!std::regex_match(word, path()) || word.front() == '.' || word.front() == '/' ||
          made.contains(word))
        continue;
      ++seen;
      if (!is_there(word)) missing.push_back(document.string() + ": " + word);
    }
  EXPECT_THAT(missing, IsEmpty());
  EXPECT_GT(seen, 20) << "the pattern finds nothing any more";
}

// A run that is committed is started with paths relative to the sources.
TEST(CommittedResults, NameNoFolderOfAMachine) {
  static const std::regex folder("(^|[ \"'(=:])(/(home|root|work|tmp|mnt|data|Users)/[A-Za-z0-9_./-]+)");
  std::vector<std::string> named;
  int seen = 0;
  // One's own runs stand beside these.
  for (const char* committed :
       {"results/reference", "results/second_machine", "results/second_run", "results/bench"})
    for (const auto& entry : fs::recursive_directory_iterator(committed)) {
      const std::string kind = entry.path().extension().string();
      if (kind != ".json" && kind != ".csv" && kind != ".md") continue;
      ++seen;
      std::smatch found;
      const std::string text = read_file(entry.path());
      if (std::regex_search(text, found, folder))
        named.push_back(entry.path().string() + ": " + found[2].str());
    }
  EXPECT_THAT(named, IsEmpty());
  EXPECT_GT(seen, 50);
}

TEST(ReadmeOfTheDataSets, NamesFilesThatThereAre) {
  static const std::set<std::string> made = {
      "datasets/cache", "downloads/", "prepared/",
      "computed/",      "sums/",      "../share/sketchbench/datasets"};  // where it is installed
  std::vector<std::string> missing;
  int seen = 0;
  const std::string text = read_file("datasets/README.md");
  for (const std::string& word : quoted_words(text)) {
    if (!std::regex_match(word, path())) continue;
    ++seen;
    if (!made.contains(word) && !is_there(word)) missing.push_back(word);
  }
  for (const std::string& file : links(text))
    if (!fs::exists(fs::path("datasets") / file)) missing.push_back(file);
  EXPECT_THAT(missing, IsEmpty());
  EXPECT_GE(seen, 4) << "the pattern finds nothing any more";
}

TEST(Article, NamesFilesThatThereAre) {
  static const std::set<std::string> made = {"results/reference/claims-kdd13"};  // where the article says so
  static const std::regex name("\\\\texttt\\{([A-Za-z0-9_.-]+(/[A-Za-z0-9_.-]+)+)\\}");
  std::vector<std::string> missing;
  int seen = 0;
  for (const std::string& word : matches(read_file("docs/article.tex"), name)) {
    ++seen;
    if (!made.contains(word) && !fs::exists(word)) missing.push_back(word);
  }
  EXPECT_THAT(missing, IsEmpty());
  EXPECT_GT(seen, 3) << "the pattern finds nothing any more";
}

TEST(Citation, HasTheVersionAndTheLicenceOfTheProject) {
  static const std::regex version("project\\([^)]* VERSION ([0-9.]+)");
  const std::string text = read_file("CITATION.cff");
  const std::vector<std::string> versions = matches(read_file("CMakeLists.txt"), version);
  ASSERT_EQ(versions.size(), 1u);
  EXPECT_NE(text.find("\nversion: " + versions.front() + "\n"), std::string::npos) << versions.front();
  const std::string licence = read_file("LICENSE");
  const std::string name = licence.substr(0, licence.find(" License"));
  EXPECT_NE(text.find("\nlicense: " + name + "\n"), std::string::npos) << name;
}

// Names with my_ and <name> stand for a reader's own.
TEST(Contributing, NamesFilesThatThereAre) {
  std::vector<std::string> missing;
  int seen = 0;
  const std::string text = read_file("CONTRIBUTING.md");
  for (const std::string& word : quoted_words(text)) {
    if (!std::regex_match(word, path()) || word.find("my_") != std::string::npos) continue;
    ++seen;
    if (!fs::exists(word) || (fs::is_regular_file(word) && fs::file_size(word) == 0)) missing.push_back(word);
  }
  EXPECT_THAT(missing, IsEmpty());
  EXPECT_GT(seen, 20) << "the pattern finds nothing any more";
}

// A section that is misspelt would be passed over, and a note that is would only show in a report.
TEST(NotesOfPapers, AreAboutConfigurationsAndCanBeRead) {
  int sections = 0;
  for (const Paper& paper : papers()) {
    const fs::path folder = fs::path("papers") / paper.name;
    if (!fs::exists(folder / "notes.json")) continue;
    const Json document = read_json(folder / "notes.json");
    for (const auto& [section, notes] : document.items()) {
      ++sections;
      const fs::path file = folder / (section + ".json");
      ASSERT_TRUE(fs::exists(file)) << file << " is what the notes are about";
      const Config config = read_config(file);
      EXPECT_NO_THROW(Explanations::for_config(config)) << file;
      EXPECT_FALSE(notes.empty()) << file;
      if (config.compare_with) continue;
      for (const Json& note : notes)
        EXPECT_EQ(note.at("text").get<std::string>().find('{'), std::string::npos)
            << file << " is compared with no published number that could be filled in";
    }
  }
  EXPECT_GT(sections, 5);
}

/// A recipe of CONTRIBUTING.md, and one that has been followed.
struct Recipe {
  std::string heading, own;            ///< `own`: a reader's name in it
  std::string followed, registration;  ///< what stands in the place of `own`; how a list names it
  std::string another = {};            ///< one that has the files which the first has no need of
};

const std::vector<Recipe>& recipes() {
  static const std::vector<Recipe> all = {
      {"A feature map", "my_map", "random_maclaurin", "random_maclaurin_published_kind()"},
      {"A learner", "my_learner", "ridge", "ridge_kind()"},
      {"An experiment", "my_experiment", "kernel_error", "kernel_error_experiment()"},
      {"A kernel", "my_kernel", "polynomial", "variant<PolynomialKernel,"},
      {"A kernel", "my_kernel", "cauchy", "CauchyKernel", "polynomial"},
      {"A paper", "<name>", "kdd13", "kdd13::forms()", "ijcai15"}};
  return all;
}

std::string section_of(const std::string& text, const std::string& heading) {
  const auto begin = text.find("\n## " + heading);
  EXPECT_NE(begin, std::string::npos) << heading;
  return begin == std::string::npos ? "" : text.substr(begin, text.find("\n## ", begin + 1) - begin);
}

/// The files, but for its own, that a registered thing stands in: lists, and what is built.
std::vector<std::string> places_of(const Recipe& recipe) {
  std::vector<std::string> places;
  // A paper's folder is no place to register anything in: its claims ask for experiments that there are.
  const auto is_of_a_paper = [](const fs::path& file) {
    return file.generic_string().starts_with("papers/") && file.parent_path() != "papers";
  };
  for (const fs::path& file : testing_support::sources())
    if (file.generic_string().find(recipe.followed) == std::string::npos && !is_of_a_paper(file) &&
        read_file(file).find(recipe.registration) != std::string::npos)
      places.push_back(file.generic_string());
  const std::regex built("(^|[ /(])" + recipe.followed + "((_test)?\\.cpp|/)");
  for (const char* folder : {"src", "experiments", "papers", "tests"})
    for (const auto& entry : fs::recursive_directory_iterator(folder))
      if (entry.path().filename() == "CMakeLists.txt" && std::regex_search(read_file(entry.path()), built))
        places.push_back(entry.path().generic_string());
  return places;
}

TEST(Contributing, ARecipeNamesEveryFileThatOneWhichWasFollowedHasTouched) {
  const std::string text = read_file("CONTRIBUTING.md");
  for (const Recipe& recipe : recipes()) {
    const std::vector<std::string> named = quoted_words(section_of(text, recipe.heading));
    const std::vector<std::string> places = places_of(recipe);
    EXPECT_GE(places.size(), 2u) << recipe.heading << ": the search finds nothing any more";
    for (const std::string& place : places)
      EXPECT_THAT(named, testing::Contains(place)) << "\"" << recipe.heading << "\" does not name it";
  }
}

/// The file that `word` stands for when a reader's name in it is another's.
bool is_there_for(const Recipe& recipe, std::string word, const std::string& name) {
  for (auto at = word.find(recipe.own); at != std::string::npos; at = word.find(recipe.own))
    word.replace(at, recipe.own.size(), name);
  const fs::path file = word;
  return fs::exists(file) || fs::exists(file.parent_path() / name / file.filename());
}

// What a reader is to write stands where others have written theirs, or in a folder of that name.
TEST(Contributing, ARecipesOwnFilesAreWhereOthersAre) {
  const std::string text = read_file("CONTRIBUTING.md");
  for (const Recipe& recipe : recipes()) {
    int seen = 0;
    for (const std::string& word : quoted_words(section_of(text, recipe.heading))) {
      if (!std::regex_match(word, path()) && recipe.own != "<name>") continue;
      if (word.find(recipe.own) == std::string::npos) continue;
      ++seen;
      EXPECT_TRUE(is_there_for(recipe, word, recipe.followed) ||
                  (!recipe.another.empty() && is_there_for(recipe, word, recipe.another)))
          << recipe.heading << ": " << word;
    }
    EXPECT_GE(seen, 2) << recipe.heading;
  }
}

TEST(Contributing, RecipesOfMapsAndKernelsNameTheFilesOfThePythonPackage) {
  const std::string text = read_file("CONTRIBUTING.md");
  for (const Recipe& recipe : recipes()) {
    if (recipe.heading != "A feature map" && recipe.heading != "A kernel") continue;
    const std::vector<std::string> named = quoted_words(section_of(text, recipe.heading));
    int seen = 0;
    for (const char* folder : {"python", "python/sketchbench"})
      for (const auto& entry : fs::directory_iterator(folder)) {
        if (entry.path().extension() != ".py") continue;
        if (read_file(entry.path()).find('"' + recipe.followed) == std::string::npos) continue;
        ++seen;
        EXPECT_THAT(named, testing::Contains(entry.path().generic_string())) << recipe.heading;
      }
    // The build writes the classes of maps.
    EXPECT_EQ(seen > 0, recipe.heading == "A kernel") << recipe.heading << ": " << seen << " files";
  }
}

TEST(Contributing, RecipesOfWhatHasParametersNameTheirTables) {
  const std::string text = read_file("CONTRIBUTING.md");
  for (const char* heading : {"A feature map", "A learner", "An experiment", "A kernel"})
    EXPECT_THAT(quoted_words(section_of(text, heading)), testing::Contains("docs/reference/parameters.md"))
        << heading;
}

// document_tables_test.cpp asks for their rows, and article.quotes for the lists that are generated.
TEST(Contributing, RecipesNameTheDocumentsThatListWhatTheyAdd) {
  const std::string text = read_file("CONTRIBUTING.md");
  for (const auto& [heading, document] : {std::pair{"A feature map", "docs/maps.md"},
                                          {"A learner", "docs/reference/learners.md"},
                                          {"An experiment", "docs/reference/experiments.md"},
                                          {"A kernel", "docs/reference/kernels.md"}})
    EXPECT_THAT(quoted_words(section_of(text, heading)), testing::Contains(document)) << heading;
}

TEST(Contributing, IsNoWiderThanASource) {
  constexpr std::size_t widest = 120;
  const std::string text = read_file("CONTRIBUTING.md");
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    // Rows of a table cannot be broken; letters of more than one byte count as one.
    const std::string line = text.substr(at, end - at);
    const auto letters = std::ranges::count_if(line, [](char c) { return (c & 0xC0) != 0x80; });
    if (!line.starts_with('|')) {
      EXPECT_LE(letters, widest) << line;
    }
    at = end + 1;
  }
}

}  // namespace
}  // namespace sketchbench
