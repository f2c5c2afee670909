#include "papers/paper_list.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include <sketchbench/core/error.hpp>
#include <sketchbench/features/feature_map.hpp>
#include <sketchbench/harness/config/config.hpp>
#include "support/temporary_folder.hpp"

namespace sketchbench {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;
using testing_support::message_of;

constexpr const char* first =
    R"({"name": "kdd13", "title": "the first", "citation": "A, KDD", "alias": "ts", "tables": ["table1"]})";

std::string listed(const std::string& papers) { return R"({"papers": [)" + papers + "]}"; }

TEST(PaperList, IsRead) {
  const std::vector<Paper> papers = read_papers(listed(first));
  ASSERT_THAT(papers, SizeIs(1));
  EXPECT_EQ(papers[0].name, "kdd13");
  EXPECT_EQ(papers[0].title, "the first");
  EXPECT_EQ(papers[0].citation, "A, KDD");
  EXPECT_EQ(papers[0].alias, "ts");
  EXPECT_THAT(papers[0].tables, ElementsAre("table1"));
  EXPECT_THAT(papers[0].figures, IsEmpty());
}

TEST(PaperList, RefusesWhatIsNotAPaperWithItsPlace) {
  const auto complaint = [](const std::string& papers) {
    return message_of<InputError>([&] { read_papers(listed(papers)); });
  };
  EXPECT_THAT(complaint(R"({"name": "a", "title": "", "citation": "c"})"),
              AllOf(HasSubstr("papers/papers.json"), HasSubstr("papers[0].title")));
  EXPECT_THAT(complaint(R"({"name": "a", "title": "b", "citation": "c", "table": ["t"]})"),
              AllOf(HasSubstr("papers[0].table"), HasSubstr("did you mean \"tables\"")));
  EXPECT_THAT(complaint(R"({"name": "a", "title": "b", "citation": "c", "figures": "f"})"),
              HasSubstr("papers[0].figures"));
  EXPECT_THAT(complaint(std::string(first) + R"(, {"name": "ts", "title": "b", "citation": "c"})"),
              AllOf(HasSubstr("papers[1].name"), HasSubstr("no other paper")));
  EXPECT_THAT(complaint(""), HasSubstr("at least one paper"));
}

TEST(PaperList, OfAFolderStandsBehindTheProgramsOwn) {
  const testing_support::TemporaryFolder folder;
  folder.write("papers.json",
               listed(R"({"name": "mine", "title": "t", "citation": "c", "figures": ["fig1", "mine"]})"));
  folder.write("mine/fig1.json", "{}");
  const std::vector<Paper> all = find_papers({folder.path()});
  ASSERT_EQ(all.size(), papers().size() + 1);
  for (std::size_t i = 0; i < papers().size(); ++i) {
    EXPECT_EQ(all[i].name, papers()[i].name);
    EXPECT_THAT(all[i].folder.string(), IsEmpty()) << "where the program has it";
  }
  const Paper& mine = find_paper("mine", all);
  EXPECT_EQ(file_of(mine, "claims.json"), folder / "mine/claims.json");
  EXPECT_EQ(find_config(mine, "fig1"), folder / "mine/fig1.json") << "its own before another paper's";
  EXPECT_EQ(find_config(mine, "table1"), find_config("table1")) << "what it has not itself";
  EXPECT_EQ(find_config(mine, "mine"), folder / "mine/mine.json") << "what is missing is its own";
  EXPECT_EQ(find_config(all.front(), "fig1"), find_config("fig1"));
  EXPECT_THAT(all_configs(all), testing::Contains(folder / "mine/fig1.json"));
}

TEST(PaperList, OfAFolderTakesThePlaceOfOneOfItsName) {
  const testing_support::TemporaryFolder folder;
  folder.write("papers.json",
               listed(R"({"name": "kdd13", "title": "mine", "citation": "c", "tables": ["table1"]})"));
  const std::vector<Paper> all = find_papers({folder.path()});
  EXPECT_EQ(all.size(), papers().size());
  EXPECT_EQ(all.front().title, "mine");
  EXPECT_EQ(all.front().folder, folder / "kdd13");
  folder.write("papers.json", listed(R"({"name": "mine", "alias": "kdd13", "title": "t", "citation": "c"})"));
  EXPECT_THAT(message_of<InputError>([&] { find_papers({folder.path()}); }),
              AllOf(HasSubstr("papers.json"), HasSubstr("papers[0].alias"), HasSubstr("no other paper")));
  EXPECT_THAT(message_of<InputError>([&] { find_papers({folder / "none"}); }), HasSubstr("none/papers.json"));
}

TEST(PaperList, NamesMapsAsMethods) {
  for (const Paper& paper : papers())
    for (const std::string& method : paper.methods) EXPECT_EQ(find_feature_map(method).name, method);
}

// A folder that the list does not have would be passed over without a word.
TEST(PaperList, HasEveryFolder) {
  std::vector<std::string> names;
  for (const Paper& paper : papers()) names.push_back(paper.name);
  for (const auto& entry : std::filesystem::directory_iterator("papers")) {
    if (!entry.is_directory()) continue;
    EXPECT_THAT(names, testing::Contains(entry.path().filename().string()));
  }
}

}  // namespace
}  // namespace sketchbench
