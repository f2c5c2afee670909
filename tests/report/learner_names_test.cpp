#include <sketchbench/report/learner_names.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sketchbench/core/json.hpp>
#include <sketchbench/report/group_notes.hpp>
#include <sketchbench/report/table_cells.hpp>
#include "experiments/accuracy/report.hpp"
#include "report/synthetic_run.hpp"

namespace sketchbench {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;
using testing::SizeIs;
using testing::StartsWith;

RunGroup group(const std::string& method, const LearnerSpec& learner) {
  RunGroup group;
  group.method = group.method_label = method;
  group.learner = learner;
  return group;
}

const LearnerSpec liblinear = {{"type", "liblinear"}, {"C", 1.0}, {"eps", 0.01}},
                  weaker = {{"type", "liblinear"}, {"C", 0.1}, {"eps", 0.01}},
                  libsvm = {{"type", "libsvm"}, {"C", 1.0}};

TEST(LearnerNames, AreTitlesWithWhatTellsNamesakesApart) {
  const std::vector<RunGroup> groups = {group("exact", libsvm), group("tensor_sketch", liblinear),
                                        group("random_maclaurin_published", liblinear),
                                        group("random_maclaurin_h01", weaker)};
  const LearnerNames names(pointers_to(groups));
  EXPECT_THAT(names.specifications(), ElementsAre(libsvm, liblinear, weaker));
  EXPECT_TRUE(names.several());
  EXPECT_EQ(names(libsvm), "LIBSVM");
  EXPECT_EQ(names(liblinear), "LIBLINEAR, C = 1");
  EXPECT_EQ(names(weaker), "LIBLINEAR, C = 0.1");
}

TEST(LearnerNames, AKeyThatOnlyOneHasTellsItApart) {
  const LearnerSpec given = {{"type", "ridge"}, {"lambda", 0.5}},
                    chosen = {{"type", "ridge"}, {"lambda", "loo"}};
  const std::vector<RunGroup> groups = {group("a", given), group("b", chosen)};
  const LearnerNames names(pointers_to(groups));
  EXPECT_THAT(names(given), EndsWith(", lambda = 0.5"));
  EXPECT_THAT(names(chosen), HasSubstr(", lambda = loo"));
}

TEST(LearnerColumn, IsThereWhereLearnersDiffer) {
  const std::vector<RunGroup> one = {group("tensor_sketch", liblinear), group("a", liblinear)},
                              two = {group("tensor_sketch", liblinear), group("exact", libsvm)};
  Table table;
  table.columns = {{{"Method"}, false}, {{"D"}, true}};
  table.rows = {{one_line("TS"), one_line("10")}, {one_line("exact"), one_line("")}};
  add_learner_column(table, 1, pointers_to(one));
  EXPECT_THAT(table.columns, SizeIs(2));
  add_learner_column(table, 1, pointers_to(two));
  ASSERT_THAT(table.columns, SizeIs(3));
  EXPECT_THAT(table.columns[1].heading, ElementsAre("Learner"));
  EXPECT_EQ(table.rows[0][1][0].left.text, "LIBLINEAR");
  EXPECT_EQ(table.rows[1][1][0].left.text, "LIBSVM");
  EXPECT_EQ(table.rows[1][0][0].left.text, "exact");
}

TEST(LearnerLines, SayWhichRowsTheyAreOf) {
  const std::vector<RunGroup> groups = {group("exact", libsvm), group("tensor_sketch", liblinear),
                                        group("tensor_sketch", liblinear),
                                        group("random_maclaurin_published", liblinear)};
  EXPECT_THAT(
      learner_lines(pointers_to(groups)),
      ElementsAre(StartsWith("LIBSVM (exact): C = 1"), StartsWith("LIBLINEAR (TS, RM published): C = 1")));
  const std::vector<RunGroup> one = {groups[1], groups[3]};
  EXPECT_THAT(learner_lines(pointers_to(one)), ElementsAre(StartsWith("LIBLINEAR: C = 1")));
}

TEST(FlatTable, ShowsTheLearnerOfEachRowWhereThereAreSeveral) {
  std::string text = adult_config();
  const std::string compared = R"("compare_with": "PAPER#table1",)";
  text.erase(text.find(compared), compared.size());
  SyntheticRun run(text);
  run.put(of_method("tensor_sketch"), {83});
  const Table table = accuracy_report(run.config(), run.sources()).document.tables.at(0);
  EXPECT_THAT(table.columns.at(3).heading, ElementsAre("Learner"));
  ASSERT_THAT(table.rows, SizeIs(4));
  for (const auto& row : table.rows) EXPECT_THAT(row, SizeIs(table.columns.size()));
  EXPECT_EQ(table.rows[0][3][0].left.text, "LIBSVM");
  EXPECT_EQ(table.rows[1][3][0].left.text, "LIBLINEAR");
}

}  // namespace
}  // namespace sketchbench
