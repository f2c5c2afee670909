// What there is has a row in the tables of docs/ that nothing generates.
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
#include <sketchbench/harness/cell/experiment.hpp>

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

TEST(TablesOfDocuments, HaveEveryExperiment) {
  Names all;
  for (const Experiment& experiment : experiments()) all.insert(experiment.name);
  EXPECT_THAT(in_first_column(read_file("docs/reference/experiments.md"), "experiment"),
              testing::ContainerEq(all));
}

// docs/generate.py makes the table of data sets from the manifests themselves.
TEST(TablesOfDocuments, TheReadmeOfTheDataSetsNamesEveryOneThatIsOfNoPaper) {
  static const Names of_papers = {"adult",
                                  "covertype",
                                  "mnist",
                                  "gisette",
                                  "gisette_sim",
                                  "cpu",
                                  "blog",
                                  "blog_log1p",
                                  "uji",
                                  "slice",
                                  "uniform",
                                  "poly_teacher_dense",
                                  "poly_teacher_sparse",
                                  "poly_teacher_large",
                                  "poly_regression"};
  std::string words = read_file("datasets/README.md");
  std::ranges::replace_if(
      words, [](unsigned char c) { return !std::isalnum(c) && c != '_'; }, ' ');
  std::istringstream each(words);
  const Names in_datasets(std::istream_iterator<std::string>(each), {});
  for (const auto& entry : fs::directory_iterator("datasets")) {
    if (entry.path().extension() != ".json") continue;
    const std::string name = entry.path().stem().string();
    EXPECT_TRUE(of_papers.contains(name) || in_datasets.contains(name)) << name;
  }
}

// The keys that the reader of configurations asks for.
TEST(TablesOfDocuments, HaveEveryKeyOfAConfiguration) {
  const std::string code = read_file("src/sketchbench/harness/config/config.cpp");
  const std::string document = read_file("docs/reference/configuration.md");
  static const std::regex key(R"re((?:document|object)\.\w+\("(\w+)")re");
  Names keys;
  for (std::sregex_iterator at(code.begin(), code.end(), key), end; at != end; ++at)
    keys.insert((*at)[1].str());
  EXPECT_GT(keys.size(), 15u) << "the pattern finds nothing any more";
  for (const std::string& one : keys) EXPECT_NE(document.find("`" + one + "`"), std::string::npos) << one;
}

TEST(TablesOfDocuments, AreReadByTheirFirstColumn) {
  EXPECT_EQ(in_first_column("| method | what |\n| --- | --- |\n| `a`, `b_2` | like `c` |\n\n"
                            "| methods | what |\n| --- | --- |\n| `d` | |\n| `e` | |\n",
                            "method"),
            (Names{"a", "b_2"}));
}

}  // namespace
}  // namespace sketchbench
