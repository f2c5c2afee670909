#include "papers/reproduction.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/error.hpp"

namespace sketchbench {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

const std::vector<Paper>& two_papers() {
  static const std::vector<Paper> papers = {
      {.name = "first", .title = "the first paper", .citation = "A, 2013", .tables = {"table1"}},
      {.name = "ijcai15", .title = "the second paper", .citation = "B, 2015", .command = "second"}};
  return papers;
}

TEST(Reproduction, TheFirstPaperAnswersToItsParts) {
  struct Expected {
    const char* word;
    bool tables, figures;
  };
  for (const Expected& expected :
       {Expected{"tables", true, false}, {"figures", false, true}, {"all", true, true}}) {
    const Reproduction found = find_reproduction(expected.word, two_papers());
    EXPECT_EQ(found.paper, &two_papers().front());
    EXPECT_EQ(found.tables, expected.tables) << expected.word;
    EXPECT_EQ(found.figures, expected.figures) << expected.word;
  }
}

TEST(Reproduction, AnotherPaperAnswersToItsOwnWordWithAllOfIt) {
  const Reproduction found = find_reproduction("second", two_papers());
  EXPECT_EQ(found.paper, &two_papers().back());
  EXPECT_TRUE(found.tables && found.figures);
  EXPECT_THAT(reproduction_words(two_papers()), ElementsAre("tables", "figures", "all", "second"));
  EXPECT_THAT(reproduction_help(two_papers()), HasSubstr("second: all of the second paper"));
}

TEST(Reproduction, AnUnknownWordIsRefusedWithTheKnownOnes) {
  try {
    find_reproduction("ijcai15", two_papers());
    FAIL();
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("known: tables, figures, all, second"));
  }
}

TEST(Papers, AllButTheFirstHaveAWordOfTheirOwn) {
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
