// Which map is the faster one, and where that cannot be told.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "experiments/construction_time/report.hpp"
#include "experiments/construction_time/timed_cells.hpp"

namespace sketchbench {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using timed_cells::any_cell;
using timed_cells::model;
using timed_cells::put_all;
using timed_cells::timed;
using timed_cells::two_data_sets;

TEST(FasterMap, SaysFromWhereOnTensorSketchingIsFaster) {
  SyntheticRun run(two_data_sets);
  for (const Cell& cell : run.cells(any_cell)) {
    // On Adult by the model, 1e-4 D against 1.23e-4 D; on uniform points 1e-4 D against 1.5e-7 D D.
    const bool maclaurin = cell.method != "tensor_sketch", uniform = cell.dataset.name == "uniform";
    run.put(timed(run, cell, model(cell) * (maclaurin && uniform ? 0.15 : 1)));
  }
  const Document document = construction_time_report(run.config(), run.sources()).document;
  const auto section = std::ranges::find(document.notes, "Which map is faster", &NoteSection::heading);
  ASSERT_NE(section, document.notes.end());
  EXPECT_THAT(section->lines,
              ElementsAre("Adult, d = 123: TS is faster than RM published at every D.",
                          "Uniform points (generated), d = D: TS is faster than RM published from D = "
                          "1,000 on, RM published below.",
                          HasSubstr("by an interval")));
}

// Where the repeats scatter by half a per cent and four ratios share one level, t is about 4.3 (four degrees
// of freedom): the intervals are about 2 % wide to either side, and 1.005 is inside.
TEST(FasterMap, TellsNoMapsApartWhoseIntervalHoldsOne) {
  SyntheticRun run(two_data_sets);
  for (const Cell& cell : run.cells([](const Cell& cell) { return cell.dataset.name == "adult"; }))
    run.put(timed(run, cell,
                  cell.method == "tensor_sketch" || cell.D == 1000 ? 1
                  : cell.D == 500                                  ? 1.005
                                                                   : 2));
  const Document document = construction_time_report(run.config(), run.sources()).document;
  const auto section = std::ranges::find(document.notes, "Which map is faster", &NoteSection::heading);
  ASSERT_NE(section, document.notes.end());
  EXPECT_EQ(
      section->lines.at(0),
      "Adult, d = 123: TS is faster than RM published at D = 2,000 and 4,000; TS and RM published show no "
      "significant difference at D = 500 and 1,000.");
  EXPECT_EQ(document.tables[0].columns.back().heading.front(), "Interval");
}

TEST(FasterMap, NamesEveryDAtWhichEitherMapIsFaster) {
  // Seconds of Random Maclaurin by D on Adult, where Tensor Sketching takes one.
  const auto line = [](const std::map<Index, double>& seconds) {
    SyntheticRun run(two_data_sets);
    for (const Cell& cell : run.cells([](const Cell& cell) { return cell.dataset.name == "adult"; }))
      run.put(timed(run, cell, cell.method == "tensor_sketch" ? 1 : seconds.at(cell.D)));
    const Document document = construction_time_report(run.config(), run.sources()).document;
    const auto section = std::ranges::find(document.notes, "Which map is faster", &NoteSection::heading);
    return section == document.notes.end() ? "" : section->lines.at(0);
  };
  EXPECT_EQ(
      line({{500, 2}, {1000, 0.5}, {2000, 2}, {4000, 2}}),
      "Adult, d = 123: TS is faster than RM published at D = 500, 2,000 and 4,000; RM published is faster "
      "than TS at D = 1,000.");
  EXPECT_EQ(line({{500, 2}, {1000, 2}, {2000, 0.5}, {4000, 0.5}}),
            "Adult, d = 123: RM published is faster than TS from D = 2,000 on, TS below.");
  EXPECT_EQ(line({{500, 0.5}, {1000, 0.5}, {2000, 0.5}, {4000, 0.5}}),
            "Adult, d = 123: RM published is faster than TS at every D.");
}

TEST(FasterMap, TheFirstMapIsWhatTheOthersAreComparedWith) {
  std::string text = two_data_sets;
  const std::string order = R"({"method": "tensor_sketch"}, {"method": "random_maclaurin_published"})";
  text.replace(text.find(order), order.size(),
               R"({"method": "random_maclaurin_published"}, {"method": "tensor_sketch"})");
  SyntheticRun run(text);
  put_all(run);
  const Document document = construction_time_report(run.config(), run.sources()).document;
  EXPECT_THAT((document.tables[0].columns.end() - 2)->heading, ElementsAre("Against", "RM published"));
  const auto section = std::ranges::find(document.notes, "Which map is faster", &NoteSection::heading);
  ASSERT_NE(section, document.notes.end());
  EXPECT_THAT(section->lines, Contains(HasSubstr("TS is faster than RM published at every D")));
}
}  // namespace
}  // namespace sketchbench
