#include <sketchbench/report/report_frame.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "report/synthetic_run.hpp"

namespace sketchbench {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

ReportParts parts() {
  Table marked;
  marked.remarks = {"its own remark"};
  return {.quick_limits = "fewer rows",
          .quick_effect = "the times mean little",
          .findings = {{"found"}},
          .warnings = {{"warned"}},
          .legend = {"read it so"},
          .tables = {marked, Table{}},
          .notes = {{"First", {"a line"}}, {"Empty", {}}},
          .times = {"how they were taken"}};
}

class ReportFrame : public testing::Test {
 protected:
  explicit ReportFrame(const std::string& config = adult_config()) : run(config) {}

  Report report() const {
    const auto groups = std::make_shared<const RunGroups>(group_runs(run.config(), run.sources()));
    return framed_report({groups->config, pointers_to(groups->groups), groups->left_out}, parts(),
                         {.owner = groups});
  }
  static std::vector<std::string> banners(const Document& document) {
    std::vector<std::string> texts;
    for (const Text& banner : document.banners) texts.push_back(banner.text);
    return texts;
  }
  static std::vector<std::string> headings(const Document& document) {
    std::vector<std::string> texts;
    for (const NoteSection& section : document.notes) texts.push_back(section.heading);
    return texts;
  }

  SyntheticRun run;
};

TEST_F(ReportFrame, SaysHowManyResultsAreComplete) {
  EXPECT_FALSE(report().has_records);
  run.put(of_method("exact"), {79.5});
  const Report some = report();
  EXPECT_TRUE(some.has_records);
  EXPECT_THAT(some.groups, testing::SizeIs(4));
  EXPECT_THAT(banners(some.document), ElementsAre("found", HasSubstr("1 of 4 results"), "warned"));
  for (const char* method : {"tensor_sketch", "random_maclaurin_published", "random_maclaurin_restricted"})
    run.put(of_method(method), {80, 80, 80, 80, 80});
  EXPECT_THAT(banners(report().document), ElementsAre("found", "warned"));
}

TEST_F(ReportFrame, MarksAQuickRunAndEachOfItsTables) {
  EXPECT_THAT(report().document.tables[1].remarks, IsEmpty());
  run.use_quick_variant();
  const Document quick = report().document;
  EXPECT_EQ(quick.banners.front().text,
            "QUICK RUN: fewer rows. It shows that everything works; the times mean little.");
  EXPECT_THAT(quick.tables[0].remarks, ElementsAre("QUICK: fewer rows.", "its own remark"));
  EXPECT_THAT(quick.tables[1].remarks, ElementsAre("QUICK: fewer rows."));
}

TEST_F(ReportFrame, PutsNotesThatHaveLinesInOneOrder) {
  run.put(of_method("exact"), {79.5});
  run.folder().write("results/records/damaged.json", "{");
  EXPECT_THAT(headings(report().document),
              ElementsAre("First", "Data", "Feature maps", "Learners", "Convergence", "Times",
                          "Machine and versions", "Records left out"));
}

TEST_F(ReportFrame, SolversThatAllFailedReachedNoTolerance) {
  for (const Cell& cell : run.cells([](const Cell&) { return true; }))
    run.put(run.unfinished(cell, "failed", "no luck"));
  EXPECT_THAT(headings(report().document), Not(Contains("Convergence")));
  run.put(run.cells(of_method("exact")).front(), 80);
  EXPECT_THAT(headings(report().document), Contains("Convergence"));
}

class FrameWithoutLearners : public ReportFrame {
 protected:
  FrameWithoutLearners()
      : ReportFrame(R"({"name": "times", "experiment": "construction_time",
    "grid": [{"dataset": "adult", "D": 100}], "kernels": [{"kernel": "polynomial", "degree": 2}],
    "methods": [{"method": "tensor_sketch"}]})") {}
};

TEST_F(FrameWithoutLearners, SaysNothingOfThem) {
  EXPECT_THAT(headings(report().document), Not(Contains("Learners")));
}

}  // namespace
}  // namespace sketchbench
