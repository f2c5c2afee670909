#include "papers/reproduction.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sketchbench/core/error.hpp>

namespace sketchbench {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

const std::vector<Paper>& two_papers() {
  static const std::vector<Paper> papers = {
      {.name = "first", .title = "the first paper", .citation = "A, 2013", .tables = {"table1"}},
      {.name = "ijcai15", .title = "the second paper", .citation = "B, 2015", .alias = "second"}};
  return papers;
}

TEST(Reproduction, TheFirstPaperAnswersToItsParts) {
  for (const char* word : {"tables", "figures"}) {
    const Reproduction found = find_reproduction(word, two_papers());
    EXPECT_THAT(found.papers, ElementsAre(&two_papers().front()));
    EXPECT_EQ(found.tables, word == std::string_view("tables"));
    EXPECT_NE(found.tables, found.figures);
  }
}

TEST(Reproduction, APaperAnswersToItsNameAndItsAliasWithAllOfIt) {
  for (const char* word : {"ijcai15", "second"}) {
    const Reproduction found = find_reproduction(word, two_papers());
    EXPECT_THAT(found.papers, ElementsAre(&two_papers().back())) << word;
    EXPECT_TRUE(found.is_whole()) << word;
  }
  EXPECT_THAT(find_reproduction("first", two_papers()).papers, ElementsAre(&two_papers().front()));
  EXPECT_TRUE(find_reproduction("first", two_papers()).is_whole());
}

TEST(Reproduction, AllAreAllPapers) {
  const Reproduction found = find_reproduction("all", two_papers());
  EXPECT_THAT(found.papers, ElementsAre(&two_papers().front(), &two_papers().back()));
  EXPECT_TRUE(found.is_whole());
}

TEST(Reproduction, HelpNamesEveryWord) {
  EXPECT_THAT(reproduction_words(two_papers()),
              ElementsAre("tables", "figures", "first", "ijcai15", "second", "all"));
  EXPECT_EQ(reproduction_help(two_papers()),
            "tables or figures of the first paper; all of a paper: first, ijcai15 (second); all papers: all");
}

TEST(Reproduction, AnUnknownWordIsRefusedWithTheKnownOnes) {
  try {
    find_reproduction("nips99", two_papers());
    FAIL();
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("known: tables, figures, first, ijcai15, second, all"));
  }
}

TEST(Papers, EachHasWordsOfItsOwn) {
  const std::vector<std::string> words = reproduction_words(papers());
  for (const std::string& word : words) {
    EXPECT_FALSE(word.empty());
    EXPECT_EQ(std::ranges::count(words, word), 1) << word;
  }
  for (const Paper& paper : papers())
    EXPECT_FALSE(paper.title.empty() || paper.citation.empty()) << paper.name;
}

}  // namespace
}  // namespace sketchbench
