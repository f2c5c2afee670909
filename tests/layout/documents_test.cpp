// Paths that the documents name are there.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <regex>
#include <set>
#include <string>

#include "core/json.hpp"
#include "core/system/file.hpp"
#include "papers/paper.hpp"
#include "report/explanations.hpp"

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
  return std::ranges::any_of(fs::directory_iterator("src"), [&](const fs::directory_entry& folder) {
    return fs::exists(folder.path() / word);
  });
}

// What runs, tests and downloads make is not there yet.
TEST(Readme, NamesFilesThatThereAre) {
  static const std::set<std::string> made = {"results/report.html", "results/records", "datasets/cache/",
                                             "tests/fuzz/findings"};
  std::vector<std::string> missing;
  int seen = 0;
  const std::string text = read_file("README.md");
  for (const std::string& quoted : quoted_words(text)) {
    const std::string word = quoted.substr(0, quoted.find(' '));
    if (!std::regex_match(word, path()) || made.contains(word)) continue;
    ++seen;
    if (!is_there(word)) missing.push_back(word);
  }
  for (const std::string& file : links(text))
    if (!fs::exists(file)) missing.push_back(file);
  EXPECT_THAT(missing, IsEmpty());
  EXPECT_GT(seen, 20) << "the pattern finds nothing any more";
}

TEST(ReadmeOfTheDataSets, NamesFilesThatThereAre) {
  static const std::set<std::string> made = {"datasets/cache", "downloads/", "prepared/", "computed/",
                                             "../share/sketchbench/datasets"};  // where it is installed
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

// Names with my_ and <name> stand for a reader's own.
TEST(Contributing, NamesFilesThatThereAre) {
  std::vector<std::string> missing;
  int seen = 0;
  const std::string text = read_file("CONTRIBUTING.md");
  for (const std::string& word : quoted_words(text)) {
    if (!std::regex_match(word, path()) || word.find("my_") != std::string::npos) continue;
    ++seen;
    if (!fs::exists(word)) missing.push_back(word);
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
