#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "papers/kdd13/tables.hpp"
#include "report/synthetic_run.hpp"

namespace sketchbench {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::SizeIs;

std::vector<std::string> lines_of_cell(const TableCell& cell) {
  std::vector<std::string> lines;
  for (const CellLine& line : cell) lines.push_back(line.left.text);
  return lines;
}

/// Table 2's run: times of the phases, a hundredth apart from run to run.
void put_times(const SyntheticRun& run, const std::string& method, double map_s, double train_s,
               const std::string& cpu = "Synthetic CPU") {
  double scale = 0.98;
  for (const Cell& cell : run.cells(of_method(method))) {
    Record record = run.record(cell, 82, scale * map_s, scale * train_s);
    record.json["run"]["host"]["cpu"] = cpu;
    run.put(record);
    scale += 0.01;
  }
}

TEST(Table2, DividesTheTimesOfTable1) {
  SyntheticRun run(adult_config());
  run.put(run.record(run.cells(of_method("exact")).front(), 79.3, 0, 1200));
  put_times(run, "tensor_sketch", 0.5, 1.0);
  put_times(run, "random_maclaurin_published", 0.25, 7.0);
  const auto table = kdd13::speed_up_table(summarise(run.config(), run.sources()));
  ASSERT_TRUE(table.has_value());
  ASSERT_THAT(table->rows, SizeIs(1));
  EXPECT_THAT(lines_of_cell(table->rows[0][0]), ElementsAre("Adult, D = 200", "  interval", "  paper"));
  EXPECT_THAT(lines_of_cell(table->rows[0][1]), ElementsAre("0.5×", "0.486× – 0.514×", "–"));
  EXPECT_THAT(lines_of_cell(table->rows[0][2]), ElementsAre("7×", HasSubstr("×"), "8×"));
  EXPECT_THAT(lines_of_cell(table->rows[0][3]), ElementsAre("missing", "", "–"));
  EXPECT_THAT(lines_of_cell(table->rows[0][5]), ElementsAre("800×", HasSubstr("×"), "1,600×"));
  EXPECT_THAT(table->notes, Contains(HasSubstr("taken to scatter")));
}

TEST(Table2, SaysInWordsWhatHasBecomeOfThePapersSpeedUpAndOnWhatItDepends) {
  const auto notes = [](double train_s) {
    SyntheticRun run(adult_config());
    put_times(run, "tensor_sketch", 0.5, 1.0);
    put_times(run, "random_maclaurin_published", 0.25, train_s);
    return kdd13::speed_up_table(summarise(run.config(), run.sources()))->notes;
  };
  EXPECT_THAT(notes(8), Contains(AllOf(HasSubstr("8× in the paper"), HasSubstr("The speed-up holds."))));
  EXPECT_THAT(notes(3), Contains(AllOf(HasSubstr("faster, by less"), HasSubstr("preconditioner"))));
  EXPECT_THAT(notes(1), Contains(HasSubstr("cannot be told")));
  EXPECT_THAT(notes(0.8), Contains(AllOf(HasSubstr("does not hold: Tensor Sketching is the slower one"),
                                         HasSubstr("preconditioner"))));
  EXPECT_THAT(notes(0.8), Contains(HasSubstr("LIBLINEAR: C = 1")));
}

TEST(Table2, DoesNotBlameAPreconditionerThatNeitherSolverHas) {
  std::string text = adult_config();
  const std::string stock = R"({"type": "liblinear"})";
  text.replace(text.find(stock), stock.size(), R"({"type": "dense_tron", "preconditioner": "none"})");
  SyntheticRun run(text);
  put_times(run, "tensor_sketch", 0.5, 1.0);
  put_times(run, "random_maclaurin_published", 0.25, 3);
  EXPECT_THAT(kdd13::speed_up_table(summarise(run.config(), run.sources()))->notes,
              Contains(AllOf(HasSubstr("faster, by less"), HasSubstr("neither solver has"))));
}

TEST(Table2, MakesNoRatioOfTimesOfTwoProcessors) {
  SyntheticRun run(adult_config());
  put_times(run, "tensor_sketch", 0.5, 1.0);
  put_times(run, "random_maclaurin_published", 0.25, 0.8, "Another CPU");
  const auto table = kdd13::speed_up_table(summarise(run.config(), run.sources()));
  EXPECT_THAT(lines_of_cell(table->rows[0][2]), ElementsAre("no ratio", "", "8×"));
  EXPECT_THAT(table->notes,
              ElementsAre(AllOf(HasSubstr("Another CPU (RM published)"), HasSubstr("Synthetic CPU (TS)"))));
}

TEST(Table2, NamesTheFamilyOfItsIntervalsWhereThereIsOne) {
  const auto remark = [](bool quick) {
    SyntheticRun run(adult_config());
    if (quick) run.use_quick_variant();
    put_times(run, "tensor_sketch", 0.5, 1.0);
    put_times(run, "random_maclaurin_published", 0.25, 7.0);
    return kdd13::speed_up_table(summarise(run.config(), run.sources()))->remarks.at(0);
  };
  EXPECT_THAT(remark(false), HasSubstr("those of the 1 factor that the paper has too, together 95 %"));
  EXPECT_THAT(remark(true), Not(HasSubstr("that the paper has too")));
}

TEST(Table2, NeedsTheKernelOfThePapersTable) {
  std::string text = adult_config();
  text.replace(text.find(R"("degree": 4)"), 11, R"("degree": 2)");
  SyntheticRun run(text);
  EXPECT_FALSE(kdd13::speed_up_table(summarise(run.config(), run.sources())).has_value());
}

}  // namespace
}  // namespace sketchbench
