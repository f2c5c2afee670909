#include "experiments/accuracy/tables.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sketchbench/harness/config/cells.hpp>
#include "experiments/accuracy/report.hpp"
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

Document document_of(const SyntheticRun& run) {
  return accuracy_document(summarise(run.config(), run.sources()), {});
}

std::vector<std::string> texts(const TableCell& cell) {
  std::vector<std::string> lines;
  for (const CellLine& line : cell)
    lines.push_back(line.left.text + (line.right.text.empty() ? "" : " | " + line.right.text));
  return lines;
}

NoteSection section(const Document& document, const std::string& heading) {
  for (const NoteSection& one : document.notes)
    if (one.heading == heading) return one;
  throw std::out_of_range("no section " + heading);
}

TEST(Table1, HoldsOursThePapersTheDifferenceTheTimesAndTheVerdict) {
  SyntheticRun run(adult_config());
  run.put(of_method("exact"), {79.5});
  run.put(of_method("tensor_sketch"), {83, 83, 83, 83, 83});
  run.put(of_method("random_maclaurin_published"), {84, 84});
  const Table table = document_of(run).tables.front();
  EXPECT_EQ(table.number, "Table 1 (c)");
  EXPECT_EQ(table.caption, "Adult: 32,561 training and 16,281 test rows, d = 123, D = 200");
  ASSERT_THAT(table.rows, SizeIs(1));
  ASSERT_THAT(table.rows[0], SizeIs(5));
  EXPECT_EQ(table.rows[0][0][0].left.text, "(1+⟨x,y⟩)⁴");
  EXPECT_THAT(texts(table.rows[0][1]), ElementsAre("79.50 | +0.19 ≈", "79.31 | (1.4)", "0.50 s | (2 h)"));
  EXPECT_THAT(texts(table.rows[0][2]),
              ElementsAre("83.00 ± 0.00 | +1.11 ✗", "81.89 ± 0.24", "0.75 s | (4.5 s)"));
  EXPECT_THAT(texts(table.rows[0][3]),
              ElementsAre("84.00 ± 0.00 | 2 of 5", "84.04 ± 0.46", "0.75 s | (14.8 s)"));
  EXPECT_THAT(texts(table.rows[0][4]), ElementsAre("missing", "", ""));
}

TEST(Table1, SaysOnceThatADataSetIsNotToBeHad) {
  SyntheticRun run(adult_config());
  std::vector<Skip> skips;
  for (const Cell& cell : expand(run.config())) skips.push_back({cell, "no such file"});
  run.store().put_skips(run.config().name, skips);
  const Document document = document_of(run);
  const Table table = document.tables.front();
  EXPECT_TRUE(table.columns.empty());
  EXPECT_TRUE(table.rows.empty());
  EXPECT_THAT(table.notes, ElementsAre(AllOf(HasSubstr("skipped"), HasSubstr("no such file"))));
}

TEST(Table1, SaysBelowWhyResultsAreNotThere) {
  SyntheticRun run(adult_config());
  run.put(run.unfinished(run.cells(of_method("exact")).front(), "timeout", "no result after 2 h"));
  run.put(run.unfinished(run.cells(of_method("tensor_sketch")).front(), "failed", "ended by signal 11"));
  std::vector<Skip> skips;
  for (const Cell& cell : run.cells(of_method("random_maclaurin_published")))
    skips.push_back({cell, "needs 80 GB"});
  run.store().put_skips(run.config().name, skips);
  const Table table = document_of(run).tables.front();
  EXPECT_EQ(table.rows[0][1][0].left.text, "timeout");
  EXPECT_EQ(table.rows[0][2][0].left.text, "failed");
  EXPECT_EQ(table.rows[0][3][0].left.text, "skipped");
  EXPECT_EQ(table.rows[0][4][0].left.text, "missing");
  EXPECT_THAT(table.notes, Contains(HasSubstr("no result after 2 h")));
  EXPECT_THAT(table.notes, Contains(HasSubstr("1 of 5 runs failed: ended by signal 11")));
  EXPECT_THAT(table.notes, Contains("skipped (Adult, (1+⟨x,y⟩)⁴, RM published, D = 200): needs 80 GB"));
  EXPECT_THAT(table.notes, Contains(HasSubstr("not run yet")));
}

TEST(Table1, AListOfDsGivesABlockForEach) {
  std::string text = adult_config();
  text.replace(text.find(R"("D": 200)"), 8, R"("D": [100, 200])");
  SyntheticRun run(text);
  run.put(of_method("exact"), {79.5});
  const Document document = document_of(run);
  EXPECT_THAT(document.tables[0].caption, HasSubstr("D = 100"));
  EXPECT_THAT(document.tables[1].caption, HasSubstr("D = 200"));
  for (const int block : {0, 1})
    EXPECT_EQ(document.tables[static_cast<std::size_t>(block)].rows[0][1][0].left.text, "79.50")
        << "the exact kernel has no D and stands in both";
  EXPECT_THAT(texts(document.tables[0].rows[0][2])[1], "") << "the paper has no D = 100";
}

TEST(Table1, KeepsThePapersOrder) {
  std::string text = adult_config();
  text.replace(text.find(R"({"dataset": "adult", "D": 200})"), 30,
               R"({"dataset": "my_data", "D": 10}, {"dataset": "gisette_sim", "D": 5000},
                  {"dataset": "adult", "D": 200}, {"dataset": "covertype", "D": 500})");
  SyntheticRun run(text);
  std::vector<std::string> numbers;
  for (const Table& table : kdd13::accuracy_tables(summarise(run.config(), run.sources()), {}))
    numbers.push_back(table.number);
  EXPECT_THAT(numbers, ElementsAre("Table 1 (a)", "Table 1 (c)", "Table 1 (d)", ""));
}

TEST(Table1, MarksSimulatedData) {
  std::string text = adult_config();
  text.replace(text.find(R"("adult", "D": 200)"), 17, R"("gisette_sim", "D": 5000)");
  SyntheticRun run(text);
  for (const Cell& cell : run.cells(of_method("tensor_sketch"))) {
    Record record = run.record(cell, 95);
    record.json["data"]["same_as_paper"] = false;
    run.put(record);
  }
  const Table table = document_of(run).tables.front();
  EXPECT_THAT(table.remarks, ElementsAre(HasSubstr("simulated data, no verdict")));
  EXPECT_THAT(texts(table.rows[0][2]), ElementsAre("95.00 ± 0.00", "95.21 ± 0.33", "0.75 s | (13.5 s)"));
}

TEST(Table1, HasNoEmptyLinesWhereThePaperHasNothing) {
  std::string text = adult_config();
  text.replace(text.find(R"("adult")"), 7, R"("poly_teacher_sparse")");
  SyntheticRun run(text);
  run.put(of_method("exact"), {90});
  const Document document = document_of(run);
  EXPECT_THAT(texts(document.tables.front().rows[0][0]), ElementsAre("(1+⟨x,y⟩)⁴", "  time"));
  EXPECT_THAT(texts(document.tables.front().rows[0][1]), ElementsAre("90.00", "0.50 s"));
  EXPECT_THROW(section(document, "Verdicts"), std::out_of_range);
}

TEST(Table1, MarksReducedData) {
  for (const auto& [limit, words] : {std::pair("max_train", "at most 5,000 training rows"),
                                     std::pair("max_test", "at most 5,000 test rows")}) {
    std::string text = adult_config();
    text.replace(text.find(R"("D": 200)"), 8, std::string(R"("D": 200, ")") + limit + R"(": 5000)");
    SyntheticRun run(text);
    run.put(of_method("exact"), {79.5});
    const Document document = document_of(run);
    EXPECT_THAT(document.tables.front().remarks, ElementsAre(HasSubstr(words)));
    for (const Text& banner : document.banners)
      EXPECT_THAT(banner.text, Not(HasSubstr("published"))) << "no verdict is due";
  }
}

TEST(Table1, MarksQuickRuns) {
  SyntheticRun run(adult_config());
  run.use_quick_variant();
  run.put(of_method("tensor_sketch"), {83, 83});
  const Document document = document_of(run);
  EXPECT_THAT(document.banners.front().text,
              AllOf(HasSubstr("QUICK"), HasSubstr("no verdicts"), HasSubstr("differences from the paper")));
  for (const Table& table : document.tables) EXPECT_THAT(table.remarks, Contains(HasSubstr("QUICK")));
  EXPECT_EQ(texts(document.tables.front().rows[0][2])[0], "83.00 ± 0.00 | +1.11")
      << "a difference, but no verdict";
  EXPECT_THROW(section(document, "Verdicts"), std::out_of_range);
  for (const std::string& line : document.legend) EXPECT_THAT(line, Not(HasSubstr("consistent")));
}

TEST(FlatTable, OfAQuickRunSpeaksOfNoPaperWhereNoneIsComparedWith) {
  std::string text = adult_config();
  const std::string compared = R"("compare_with": "PAPER#table1",)";
  text.erase(text.find(compared), compared.size());
  SyntheticRun run(text);
  run.use_quick_variant();
  run.put(of_method("tensor_sketch"), {83, 83});
  const Document document = document_of(run);
  EXPECT_THAT(document.banners.front().text,
              AllOf(HasSubstr("QUICK"), Not(HasSubstr("paper")), Not(HasSubstr("verdict"))));
}

TEST(Table1, MarksTimesThatWereTakenSideBySide) {
  SyntheticRun run(adult_config());
  for (const Cell& cell : run.cells(of_method("tensor_sketch"))) {
    Record record = run.record(cell, 82);
    record.json["run"]["jobs"] = 2;
    run.put(record);
  }
  const Document document = document_of(run);
  EXPECT_EQ(document.tables.front().rows[0][2][2].left.text, "0.75 s ‖");
  EXPECT_THAT(document.legend, Contains(HasSubstr("‖")));
  EXPECT_THAT(section(document, "Times").lines, Contains(HasSubstr("‖")));
}

TEST(SamplingMeasure, SplitsTheGapBetweenMeasureAndMap) {
  SyntheticRun run(adult_config());
  run.put(of_method("tensor_sketch"), {80, 80, 80, 80, 80});
  run.put(of_method("random_maclaurin_published"), {60, 60, 60, 60, 60});
  run.put(of_method("random_maclaurin_restricted"), {75, 75, 75, 75, 75});
  const auto table = kdd13::sampling_measure_table(summarise(run.config(), run.sources()));
  ASSERT_TRUE(table.has_value());
  EXPECT_EQ(table->rows[0][3][0].left.text, "−20.00");
  EXPECT_EQ(table->rows[0][4][0].left.text, "−5.00");
  EXPECT_EQ(table->rows[0][5][0].left.text, "75 %");
}

TEST(SamplingMeasure, LeavesOutGapsThatAreNone) {
  SyntheticRun run(adult_config());
  run.put(of_method("tensor_sketch"), {80, 80, 80, 80, 80});
  run.put(of_method("random_maclaurin_published"), {79.5, 79.5, 79.5, 79.5, 79.5});
  run.put(of_method("random_maclaurin_restricted"), {75, 75, 75, 75, 75});
  EXPECT_FALSE(kdd13::sampling_measure_table(summarise(run.config(), run.sources())).has_value());
}

TEST(Table3, ComparesTensorSketchingWithTheHeuristic) {
  SyntheticRun run(R"({"name": "h01", "experiment": "accuracy", "seeds": 5, "compare_with": "PAPER#table3",
    "learner": {"type": "liblinear"}, "grid": [{"dataset": "adult", "D": 200}, {"dataset": "mnist", "D": 1000}],
    "kernels": [{"kernel": "polynomial", "degree": 4, "coef0": 1}],
    "methods": [{"method": "tensor_sketch"}, {"method": "random_maclaurin_h01"}]})");
  run.put([](const Cell& c) { return c.dataset.name == "adult" && c.method == "random_maclaurin_h01"; },
          {84.8, 84.8, 84.8, 84.8, 84.8});
  const Document document = document_of(run);
  ASSERT_THAT(document.tables, SizeIs(1));
  const Table& table = document.tables.front();
  EXPECT_THAT(table.caption, HasSubstr("H0/1 on (1+⟨x,y⟩)⁴"));
  ASSERT_THAT(table.rows, SizeIs(2));
  EXPECT_EQ(table.rows[0][0][0].left.text, "Adult, D = 200");
  EXPECT_THAT(texts(table.rows[0][2]),
              ElementsAre("84.80 ± 0.00 | +0.01 ≈", "84.79 ± 0.09 | (1.1)", "0.75 s | (5.7 s)"));
}

TEST(Table3, ShowsNoTimesOfRunsBesideOtherWork) {
  SyntheticRun run(R"({"name": "h01", "experiment": "accuracy", "seeds": 5, "compare_with": "PAPER#table3",
    "times": false, "learner": {"type": "liblinear"}, "grid": [{"dataset": "adult", "D": 200}],
    "kernels": [{"kernel": "polynomial", "degree": 4, "coef0": 1}],
    "methods": [{"method": "tensor_sketch"}, {"method": "random_maclaurin_h01"}]})");
  run.put([](const Cell& c) { return c.method == "random_maclaurin_h01"; }, {84.8, 84.8, 84.8, 84.8, 84.8});
  const Table table = document_of(run).tables.front();
  EXPECT_THAT(texts(table.rows[0][0]), ElementsAre("Adult, D = 200", "  paper"));
  EXPECT_THAT(texts(table.rows[0][2]), ElementsAre("84.80 ± 0.00 | +0.01 ≈", "84.79 ± 0.09 | (1.1)"));
}

TEST(FlatTable, HasALineForEachResult) {
  SyntheticRun run(R"({"name": "flat", "title": "Accuracy against D", "experiment": "accuracy", "seeds": 2,
    "learner": {"type": "liblinear"}, "grid": [{"dataset": "adult", "D": [100, 200]}],
    "kernels": [{"kernel": "polynomial", "degree": 2}], "methods": [{"method": "tensor_sketch"}]})");
  run.put([](const Cell& c) { return c.D == 100; }, {82, 83});
  run.put([](const Cell& c) { return c.D == 200; }, {84});
  const Table table = document_of(run).tables.front();
  EXPECT_EQ(table.caption, "Accuracy against D");
  ASSERT_THAT(table.rows, SizeIs(2));
  EXPECT_EQ(table.rows[0][4][0].left.text, "82.50 ± 0.71");
  EXPECT_EQ(table.rows[1][5][0].left.text, "1/2");
  EXPECT_EQ(table.rows[1][4][0].right.text, "1 of 2");
}

TEST(Notes, CountVerdictsAndExplainEachDifference) {
  SyntheticRun run(adult_config());
  run.put(of_method("exact"), {79.5});
  run.put(of_method("tensor_sketch"), {83, 83, 83, 83, 83});
  const Document document = document_of(run);
  EXPECT_EQ(document.banners[0].text,
            "Of 3 published accuracy numbers: 1 ≈ consistent, 1 ✗ differs, 1 not complete.");
  EXPECT_THAT(document.banners[1].text, HasSubstr("2 of 4 results are complete"));
  const NoteSection verdicts = section(document, "Verdicts");
  EXPECT_THAT(
      verdicts.lines,
      ElementsAre(HasSubstr("≈ consistent"), HasSubstr("2 comparisons, at the level 0.05"),
                  HasSubstr("exact 1.4 (1.4 to 1.4)"), HasSubstr("Adult: 2 differences"),
                  HasSubstr("another random split"), HasSubstr("not measured for any of them"),
                  HasSubstr("they draw nothing"),
                  AllOf(HasSubstr("✗ Adult"), HasSubstr("difference of +1.11 points"),
                        // Computed with SciPy: 1.11 with a standard error of 0.4305, 953 degrees of freedom.
                        HasSubstr("+0.26 to +1.96"), HasSubstr("+0.14 to +2.08"), HasSubstr("p = 0.021"))));
  EXPECT_THAT(document.tables.front().notes,
              Contains(HasSubstr("one family of 2 comparisons at the level 0.05")));
}

TEST(Notes, NameTheSolversThatStoppedShortOfTheirTolerance) {
  SyntheticRun run(adult_config());
  run.put(of_method("exact"), {79.5});
  EXPECT_THAT(section(document_of(run), "Convergence").lines, ElementsAre(HasSubstr("Every solver")));
  const auto cells = run.cells(of_method("tensor_sketch"));
  for (std::size_t i = 0; i < 5; ++i) {
    Record record = run.record(cells[i], 82);
    record.json["learner"]["converged"] = i > 1;
    run.put(record);
  }
  EXPECT_THAT(section(document_of(run), "Convergence").lines,
              ElementsAre(HasSubstr("2 of 5 runs stopped short of the solver's tolerance.")));
}

TEST(Notes, ComeFromTheRecordsMachinesNotFromThisOne) {
  SyntheticRun run(adult_config());
  run.put(of_method("tensor_sketch"), {82, 82, 82, 82});
  Record elsewhere = run.record(run.cells(of_method("exact")).front(), 79.5);
  elsewhere.json["run"]["host"]["cpu"] = "Another CPU";
  run.put(elsewhere);
  const NoteSection machine = section(document_of(run), "Machine and versions");
  EXPECT_THAT(machine.lines, Contains(HasSubstr("4 runs: Synthetic CPU, 4 cores, 8.00 GB")));
  EXPECT_THAT(machine.lines, Contains(HasSubstr("1 run: Another CPU")));
  EXPECT_THAT(machine.lines, Contains("3.4.0 eigen, LIBLINEAR 2.30").Times(0));
  EXPECT_THAT(machine.lines, Contains("eigen 3.4.0, LIBLINEAR 2.30"));
}

TEST(Table1, SaysWhichTimesAreOfWhichProcessor) {
  SyntheticRun run(adult_config());
  run.put(of_method("tensor_sketch"), {82, 82, 82, 82, 82});
  EXPECT_THAT(document_of(run).tables.front().notes, Not(Contains(HasSubstr("processors"))));
  Record elsewhere = run.record(run.cells(of_method("exact")).front(), 79.5);
  elsewhere.json["run"]["host"]["cpu"] = "Another CPU";
  run.put(elsewhere);
  EXPECT_THAT(document_of(run).tables.front().notes,
              Contains(HasSubstr("Another CPU (exact); Synthetic CPU (TS)")));
}

TEST(Notes, SayWhichDataWereUsed) {
  SyntheticRun run(adult_config());
  run.put(of_method("exact"), {79.5});
  EXPECT_THAT(
      section(document_of(run), "Data").lines,
      ElementsAre(
          "Adult: official; split publisher; 32,561 training and 16,281 test rows, 123 features, 11.3 % "
          "of the values are not zero; contents contents-of-."));
}

/// The configuration with another map and learner in Tensor Sketching's place.
std::string fast_config(const SyntheticRun& stock) {
  return R"({"name": "fast", "experiment": "accuracy", "seeds": 5, "compare_with": "PAPER#table1",
    "beside": ")" +
         stock.config().file.string() + R"(", "learner": {"type": "dense_tron"},
    "grid": [{"dataset": "adult", "D": 200}],
    "kernels": [{"kernel": "polynomial", "degree": 4, "coef0": 1}],
    "methods": [{"method": "tensor_sketch_fast"}, {"method": "random_maclaurin_published"}]})";
}

TEST(BesideTable, SetsTheSameCellsOfTwoConfigurationsSideBySide) {
  const SyntheticRun stock(adult_config());
  const SyntheticRun fast(fast_config(stock));
  for (const Cell& cell : stock.cells(of_method("tensor_sketch"))) fast.put(stock.record(cell, 82, 1, 3));
  for (const Cell& cell : fast.cells(of_method("tensor_sketch_fast")))
    fast.put(fast.record(cell, 82.25, 0.1, 0.4));
  for (const Cell& cell : fast.cells(of_method("random_maclaurin_published")))
    fast.put(fast.record(cell, 84));
  const Report report = accuracy_report(fast.config(), fast.sources());
  const Table& table = report.document.tables.back();
  EXPECT_THAT(table.caption, AllOf(HasSubstr("LIBLINEAR"), HasSubstr("dense TRON")));
  ASSERT_THAT(table.rows, SizeIs(1)) << "stock has no records of Random Maclaurin";
  std::vector<std::string> line;
  for (const TableCell& cell : table.rows[0]) line.push_back(cell[0].left.text);
  EXPECT_THAT(line, ElementsAre("Adult", "(1+⟨x,y⟩)⁴", "TS", "82.00 ± 0.00", "82.25 ± 0.00", "+0.25",
                                "4.00 s", "0.50 s", "8×"));
}

TEST(BesideTable, DividesNoTimesOfDifferentProcessors) {
  const SyntheticRun stock(adult_config());
  const SyntheticRun fast(fast_config(stock));
  for (const Cell& cell : stock.cells(of_method("tensor_sketch"))) fast.put(stock.record(cell, 82, 1, 3));
  for (const Cell& cell : fast.cells(of_method("tensor_sketch_fast"))) {
    Record record = fast.record(cell, 82.25, 0.1, 0.4);
    record.json["run"]["host"]["cpu"] = "Another CPU";
    fast.put(record);
  }
  const Table table = accuracy_report(fast.config(), fast.sources()).document.tables.back();
  ASSERT_THAT(table.rows, SizeIs(1));
  EXPECT_EQ(table.rows[0].back()[0].left.text, "");
  EXPECT_EQ(table.rows[0][6][0].left.text, "4.00 s") << "each time is as good as before";
  EXPECT_THAT(table.notes, ElementsAre(HasSubstr("Another CPU (TS fast here); Synthetic CPU (TS there)")));
}

TEST(BesideTable, IsLeftOutWithoutAnythingToCompare) {
  const SyntheticRun stock(adult_config());
  const SyntheticRun fast(fast_config(stock));
  fast.put(of_method("tensor_sketch_fast"), {82, 82, 82, 82, 82});
  for (const Table& table : accuracy_report(fast.config(), fast.sources()).document.tables)
    EXPECT_THAT(table.caption, Not(HasSubstr("Comparison with")));
}

TEST(Table1, PutsAFastPathBesideThePapersNumberForItsMap) {
  const SyntheticRun stock(adult_config());
  const SyntheticRun fast(fast_config(stock));
  fast.put(of_method("tensor_sketch_fast"), {82, 82, 82, 82, 82});
  EXPECT_THAT(texts(document_of(fast).tables.front().rows[0][1]),
              ElementsAre("82.00 ± 0.00 | +0.11 ≈", "81.89 ± 0.24 | (1.2)", "0.75 s | (4.5 s)"));
}

TEST(Reports, AreReadTablesFirst) {
  const auto named = [](const char* name, Shows shows) {
    Report report;
    report.config.name = name;
    report.shows = shows;
    return report;
  };
  std::vector<Report> reports = {named("bounds", Shows::checks), named("fig1", Shows::figure),
                                 named("fig3", Shows::figure), named("table1", Shows::table),
                                 named("table3", Shows::table)};
  sort_for_reading(reports);
  std::vector<std::string> order;
  for (const Report& report : reports) order.push_back(report.config.name);
  EXPECT_THAT(order, ElementsAre("table1", "table3", "fig1", "fig3", "bounds"));
}

}  // namespace
}  // namespace sketchbench
