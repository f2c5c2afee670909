// What is registered has a row in README's tables, and no row is of what there is no more.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <iterator>
#include <regex>
#include <set>
#include <sstream>
#include <string>

#include <sketchbench/core/system/file.hpp>
#include <sketchbench/features/feature_map.hpp>
#include <sketchbench/harness/cell/experiment.hpp>
#include <sketchbench/kernels/kernel.hpp>
#include <sketchbench/learners/learner.hpp>

namespace sketchbench {
namespace {

namespace fs = std::filesystem;
using Names = std::set<std::string>;

/// The first cell of a table's row: " `orf`, `sorf` ".
std::string first_cell(const std::string& row) { return row.substr(1, row.find('|', 1) - 1); }

/// What stands between backquotes in the first column of tables with that heading.
Names in_first_column(const std::string& text, const std::string& heading) {
  static const std::regex quoted("`([a-z0-9_]+)`");
  Names names;
  std::istringstream lines(text);
  bool within = false;
  std::string before;
  for (std::string line; std::getline(lines, line); before = line) {
    if (!line.starts_with('|')) {
      within = false;
      continue;
    }
    if (!before.starts_with('|')) within = first_cell(line) == " " + heading + " ";
    if (!within) continue;
    const std::string cell = first_cell(line);
    for (std::sregex_iterator at(cell.begin(), cell.end(), quoted), end; at != end; ++at)
      names.insert((*at)[1].str());
  }
  return names;
}

Names in_readme(const std::string& heading) { return in_first_column(read_file("README.md"), heading); }

TEST(TablesOfReadme, HaveEveryKernel) {
  Names families;
  for (const Kernel& kernel : Kernel::one_of_each_family()) families.emplace(kernel.family());
  EXPECT_THAT(in_readme("kernel"), testing::ContainerEq(families));
}

TEST(TablesOfReadme, HaveEveryMap) {
  Names maps;
  for (const FeatureMapKind& kind : feature_map_kinds()) maps.insert(kind.name);
  EXPECT_THAT(in_readme("method"), testing::ContainerEq(maps));
}

TEST(TablesOfReadme, HaveEveryLearner) {
  Names learners;
  for (const LearnerKind& kind : learner_kinds()) learners.insert(kind.type);
  EXPECT_THAT(in_readme("learner"), testing::ContainerEq(learners));
}

TEST(TablesOfReadme, HaveEveryExperiment) {
  Names all;
  for (const Experiment& experiment : experiments()) all.insert(experiment.name);
  EXPECT_THAT(in_readme("experiment"), testing::ContainerEq(all));
}

TEST(TablesOfReadme, HaveTheDataSetsOfThePapersAndTheirReadmeTheOthers) {
  std::string words = read_file("datasets/README.md");
  std::ranges::replace_if(
      words, [](unsigned char c) { return !std::isalnum(c) && c != '_'; }, ' ');
  std::istringstream each(words);
  const Names in_datasets(std::istream_iterator<std::string>(each), {});
  Names here = in_readme("name");
  for (const auto& entry : fs::directory_iterator("datasets")) {
    if (entry.path().extension() != ".json") continue;
    const std::string name = entry.path().stem().string();
    EXPECT_TRUE(here.erase(name) > 0 || in_datasets.contains(name)) << name;
  }
  EXPECT_THAT(here, testing::IsEmpty()) << "without a manifest";
}

TEST(TablesOfReadme, AreReadByTheirFirstColumn) {
  EXPECT_EQ(in_first_column("| method | what |\n| --- | --- |\n| `a`, `b_2` | like `c` |\n\n"
                            "| methods | what |\n| --- | --- |\n| `d` | |\n| `e` | |\n",
                            "method"),
            (Names{"a", "b_2"}));
}

}  // namespace
}  // namespace sketchbench
