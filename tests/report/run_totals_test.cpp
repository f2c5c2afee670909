#include <sketchbench/report/run_totals.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sketchbench/report/report.hpp>
#include <sketchbench/report/results/csv.hpp>
#include "report/synthetic_run.hpp"

namespace sketchbench {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Pair;
using testing::StartsWith;

/// Seven runs, two of them on another processor and by a program whose revision is known; a phase's wall
/// clock is 1.5 times its CPU time.
class RunTotalsTest : public testing::Test {
 protected:
  RunTotalsTest() {
    for (const char* method : {"tensor_sketch", "random_maclaurin_published"}) {
      const std::vector<Cell> cells = run.cells(of_method(method));
      for (std::size_t i = 0; i < (method[0] == 't' ? 5u : 2u); ++i) {
        Record record = run.record(cells[i], 80, 1, 2.7);
        if (method[0] == 'r')
          record.json["run"].merge_patch({{"host", {{"cpu", "Another CPU"}}},
                                          {"jobs", 2},
                                          {"revision", std::string(40, 'c')},
                                          {"dirty", false}});
        run.put(record);
      }
    }
    run.put(run.unfinished(run.cells(of_method("exact")).front(), "failed", "out of memory"));
  }
  Report report() const { return make_report(run.config(), run.sources()); }

  SyntheticRun run{adult_config()};
};

TEST_F(RunTotalsTest, AreOfAllPhasesOfTheFinishedRuns) {
  const std::vector<Report> reports = {report()};
  const RunTotals totals = run_totals(reports);
  EXPECT_EQ(totals.cells, 7u);
  EXPECT_NEAR(totals.cpu_s, 7 * (0.1 + 1 + 2.7 + 0.2), 1e-9) << "load, map, train and predict";
  EXPECT_NEAR(totals.wall_s, 1.5 * totals.cpu_s, 1e-9);
  EXPECT_THAT(totals.jobs, ElementsAre(1, 2));
  EXPECT_THAT(totals.processors, ElementsAre(Pair("Another CPU", 2), Pair("Synthetic CPU", 5)));
  EXPECT_THAT(totals.revisions, ElementsAre(Pair("", 5), Pair("cccccccccccc", 2)));
}

TEST_F(RunTotalsTest, ARunThatTwoReportsHaveCountsOnce) {
  const std::vector<Report> reports = {report(), report()};
  EXPECT_EQ(run_totals(reports).cells, 7u);
}

TEST_F(RunTotalsTest, AreSaidInWords) {
  const std::vector<Report> reports = {report()};
  const std::vector<std::string> lines = lines_about(run_totals(reports));
  EXPECT_THAT(lines, ElementsAre(AllOf(HasSubstr("7 cells"), HasSubstr("1 or 2 at once")),
                                 "Processors: Another CPU (2 cells), Synthetic CPU (5 cells).",
                                 "Instruction set: not recorded.",
                                 "Revisions: not recorded (5 cells), cccccccccccc (2 cells)."));
  EXPECT_THAT(lines_about(RunTotals()), IsEmpty());
}

TEST_F(RunTotalsTest, HaveALineForEachConfigurationAndOneForAll) {
  Report other = report();
  other.config.name = "other";
  Report empty;
  empty.config.name = "empty";
  const std::vector<Report> reports = {report(), other, empty};
  const std::string csv = csv_text(run_totals_table(reports));
  const std::string numbers =
      ",7,42.0,28.0,1; 2,Another CPU: 2; Synthetic CPU: 5,not recorded: 7,"
      "not recorded: 5; cccccccccccc: 2,sketchbench run ";
  EXPECT_THAT(
      csv,
      StartsWith("configuration,cells,wall_s,cpu_s,jobs,processors,instruction_sets,revisions,command\n"));
  EXPECT_THAT(csv, AllOf(HasSubstr("\nsynthetic" + numbers), HasSubstr("\nother" + numbers)));
  EXPECT_THAT(csv, HasSubstr("\n" + numbers)) << "all together: each run once";
  EXPECT_EQ(csv.find("empty"), std::string::npos);
}

TEST_F(RunTotalsTest, TheCommandIsThatOfAllThatHaveBeenRun) {
  Report empty;
  empty.config.file = "configs/empty.json";
  const std::vector<Report> reports = {report(), empty};
  EXPECT_THAT(redo_command(reports), AllOf(StartsWith("sketchbench run "), HasSubstr("config.json")));
  EXPECT_EQ(redo_command(reports).find("empty.json"), std::string::npos);
  EXPECT_EQ(redo_command(std::vector<Report>{empty}), "");
}

}  // namespace
}  // namespace sketchbench
