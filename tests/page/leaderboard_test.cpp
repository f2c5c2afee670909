#include <sketchbench/report/leaderboard/leaderboard.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sketchbench/core/json.hpp>
#include <sketchbench/report/page/leaderboard_parts.hpp>
#include <sketchbench/report/verdicts/family.hpp>
#include "papers/paper_list.hpp"
#include "report/synthetic_run.hpp"

namespace sketchbench {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

constexpr const char* usual_processor = "Synthetic CPU";

/// Adult by four methods.
struct AdultBoard : SyntheticRun {
  AdultBoard() : SyntheticRun(adult_config()) {}

  /// One run for each accuracy, all with these seconds.
  void put_runs(const std::string& method, const std::vector<double>& accuracies, double map_s = 0.25,
                const std::string& processor = usual_processor) {
    const std::vector<Cell> which = cells(of_method(method));
    for (std::size_t i = 0; i < accuracies.size(); ++i) {
      Record made = record(which.at(i), accuracies[i], map_s);
      made.json["run"]["host"]["cpu"] = processor;
      put(made);
    }
  }

  Report report() const { return make_report(config(), sources()); }
  Leaderboard board() const {
    const std::vector<Report> reports = {report()};
    return leaderboards(reports).at(0);
  }
};

std::vector<std::string> methods_of(const Leaderboard& board) {
  std::vector<std::string> methods;
  for (const LeaderboardRow& row : board.rows) methods.push_back(row.runs.method);
  return methods;
}

TEST(Leaderboard, TellsApartOnlyWhatWelchsTestDoes) {
  AdultBoard run;
  run.put_runs("exact", {85.0});
  run.put_runs("tensor_sketch", {84.9, 85.2, 85.0, 84.7, 84.9});
  run.put_runs("random_maclaurin_restricted", {80.0, 80.2, 79.8, 80.1, 79.9});
  run.put_runs("random_maclaurin_published", {80.2, 79.7, 80.3, 79.6, 80.0});
  const Leaderboard board = run.board();
  ASSERT_THAT(methods_of(board), SizeIs(4));
  EXPECT_EQ(board.confidence, bonferroni_confidence(3));
  EXPECT_EQ(board.number_title, "Test accuracy in per cent");
  EXPECT_EQ(board.rows.front().runs.method, "exact") << "the best mean is first";
  EXPECT_EQ(board.compare(0, 1), Significance::no);
  EXPECT_EQ(board.compare(1, 2), Significance::yes);
  EXPECT_EQ(board.compare(2, 3), Significance::no);
}

TEST(Leaderboard, JudgesADifferenceWhereTheScatterOfOneSideIsKnown) {
  AdultBoard run;
  run.put_runs("exact", {90.0});
  run.put_runs("tensor_sketch", {84.9, 85.2, 85.0, 84.7, 84.9});
  run.put_runs("random_maclaurin_published", {70.1});
  const Leaderboard board = run.board();
  EXPECT_THAT(methods_of(board), ElementsAre("exact", "tensor_sketch", "random_maclaurin_published"));
  EXPECT_EQ(board.compare(1, 2), Significance::yes) << "the scatter of one stands for that of a single run";
  EXPECT_EQ(board.compare(0, 2), Significance::not_judged)
      << "nothing is known of the scatter of this difference";
}

TEST(Leaderboard, DoesNotJudgeSingleRunsOfMethodsThatDraw) {
  AdultBoard run;
  run.put_runs("tensor_sketch", {85.0});
  run.put_runs("random_maclaurin_published", {70.1});
  EXPECT_EQ(run.board().compare(0, 1), Significance::not_judged);
}

TEST(Leaderboard, TellsOfWhichProcessorATimeIs) {
  AdultBoard run;
  run.put_runs("tensor_sketch", {84.0, 84.1, 83.9, 84.0, 84.0}, 0.2);
  run.put_runs("random_maclaurin_restricted", {83.0, 83.2, 82.8, 83.1, 82.9}, 0.3);
  run.put_runs("random_maclaurin_published", {80.0, 80.2, 79.8, 80.1, 79.9}, 5, "Another CPU");
  const Leaderboard board = run.board();
  EXPECT_THAT(board.processors(), ElementsAre(usual_processor, "Another CPU"));
  const Json json = leaderboard_json(board, PageRecords());
  EXPECT_EQ(json.at("rows").at(2).at("processor"), "Another CPU");
  EXPECT_THAT(json.at("notes").dump(), AllOf(HasSubstr("¶"), HasSubstr("another processor")));
}

TEST(Leaderboard, ARunThatSeveralReportsHaveCountsOnce) {
  AdultBoard run;
  run.put_runs("tensor_sketch", {84.0, 84.5, 85.0, 84.0, 84.0});
  const std::vector<Report> reports = {run.report(), run.report()};
  const std::vector<Leaderboard> boards = leaderboards(reports);
  ASSERT_THAT(boards, SizeIs(1));
  ASSERT_THAT(boards[0].rows, SizeIs(1));
  EXPECT_EQ(boards[0].rows[0].number.n, 5);
  EXPECT_DOUBLE_EQ(boards[0].rows[0].number.mean, 84.3);
  EXPECT_EQ(first_to_show(boards), boards.data());
  EXPECT_EQ(first_to_show({}), nullptr);
}

TEST(Leaderboard, CostsAreThoseThatTheRegistryNames) {
  AdultBoard run;
  run.put_runs("exact", {85.0});
  run.put_runs("tensor_sketch", {84.0, 84.5}, 0.2);
  const Leaderboard board = run.board();
  EXPECT_DOUBLE_EQ(board.rows[0].seconds.value().mean, 0.5) << "training alone";
  EXPECT_DOUBLE_EQ(board.rows[1].seconds.value().mean, 0.7) << "and the map";
  EXPECT_DOUBLE_EQ(board.rows[1].bytes.value(), 123.4e6);
  const Json json = leaderboard_json(board, PageRecords());
  EXPECT_THAT(json.at("notes").dump(),
              HasSubstr(cost_quantity(find_experiment("accuracy"), Form::seconds)->cost));
}

TEST(Leaderboard, AMapInAnotherProcessIsMarkedAndItsMemoryCounts) {
  AdultBoard run;
  Record record = run.record(run.cells(of_method("tensor_sketch")).front(), 84);
  record.json["result"]["in_another_process"] = {
      {"processes", 1}, {"cpu", 0.1}, {"wall", 0.1}, {"peak_rss_bytes", 1e6}};
  run.put(record);
  const Leaderboard board = run.board();
  EXPECT_DOUBLE_EQ(board.rows[0].bytes.value(), 124.4e6);
  const Json json = leaderboard_json(board, PageRecords());
  EXPECT_EQ(json.at("rows").at(0).at("title"), "Tensor Sketching §");
  EXPECT_THAT(json.at("notes").dump(), HasSubstr("§ In another process"));
}

TEST(Leaderboard, HasABoardForEachNumberOfAnExperiment) {
  const SyntheticRun run(R"({"name": "errors", "title": "Errors", "experiment": "regression", "seeds": 3,
    "learner": {"type": "ridge"}, "grid": [{"dataset": "cpu", "D": [50, 100]}],
    "kernels": [{"kernel": "gaussian", "sigma": "median"}], "methods": [{"method": "rks"}]})");
  for (const Cell& cell : run.cells([](const Cell&) { return true; })) {
    Record record = run.record(cell, 0);
    const double error = (cell.D == 50 ? 0.2 : 0.1) + 0.001 * static_cast<double>(cell.seed.value());
    record.json["result"] = {
        {"rmse", 10 * error}, {"relative_rmse", error}, {"r2", 0.5}, {"n_train", 10}, {"n_test", 10}};
    run.put(record);
  }
  const std::vector<Report> reports = {make_report(run.config(), run.sources())};
  const std::vector<Leaderboard> boards = leaderboards(reports);
  std::vector<std::string> names;
  for (const Leaderboard& board : boards) {
    names.push_back(board.number->ranking->name);
    ASSERT_THAT(board.rows, SizeIs(2));
    EXPECT_EQ(board.rows[0].runs.D, 100) << "the smaller error is the better one";
  }
  EXPECT_THAT(names, testing::UnorderedElementsAre("relative_rmse", "rmse"));
}

TEST(Leaderboard, HasABoardForEachKernelThatErrorsAreAgainst) {
  const SyntheticRun run(own_kernel_config("gram_error"));
  for (const Cell& cell : run.cells([](const Cell&) { return true; }))
    run.put(run.gram_errors(cell, cell.method == "mine" ? 0.01 : 0.02));
  const std::vector<Report> reports = {make_report(run.config(), run.sources())};
  const std::vector<Leaderboard> boards = leaderboards(reports);
  ASSERT_THAT(boards, SizeIs(2));
  for (const Leaderboard& board : boards) {
    ASSERT_THAT(board.rows, SizeIs(1));
    const bool own = board.rows[0].runs.method == "mine";
    EXPECT_EQ(board.kernel(), board.rows[0].runs.kernel.display() + (own ? " (K: affine)" : ""));
  }
}

TEST(Papers, AReportIsOfThePaperWhoseConfigurationItHas) {
  AdultBoard run;
  run.put_runs("tensor_sketch", {84.0, 84.5});
  const auto paper_of = [&](const std::string& name) {
    Report report = run.report();
    report.config.name = name;
    name_paper(report, papers());
    return report.paper;
  };
  EXPECT_EQ(paper_of("table1"), "kdd13");
  EXPECT_EQ(paper_of("tefm_fig1-quick"), "ijcai15");
  EXPECT_EQ(paper_of("claims-nips01"), "nips01");
  EXPECT_THAT(paper_of("no_paper's"), IsEmpty());
}

}  // namespace
}  // namespace sketchbench
