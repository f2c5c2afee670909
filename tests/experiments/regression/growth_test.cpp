#include "experiments/regression/growth.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "experiments/regression/report.hpp"
#include "report/synthetic_run.hpp"

namespace sketchbench {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

// n = 500, 1000, 2000 and 4000 with D = 400; D = 100, 200 and 400 with n = 4000, where no exact kernel is.
constexpr const char* config =
    R"({"name": "growing", "title": "Growth", "experiment": "regression", "seeds": 3,
    "figure": {"number": "Table 1", "shows": "growth"}, "learner": {"type": "ridge"},
    "grid": [{"dataset": "blog", "max_train": 500, "D": 400}, {"dataset": "blog", "max_train": 2000, "D": 400},
             {"dataset": "blog", "max_train": 1000, "D": 400},
             {"dataset": "blog", "max_train": 4000, "D": [100, 200, 400], "without": {"exact": "too large"}}],
    "kernels": [{"kernel": "gaussian", "sigma": 2}],
    "methods": [{"method": "exact", "learner": {"type": "krr"}}, {"method": "rks"}, {"method": "tefm_s"}]})";

constexpr Index columns = 280, test_rows = 6000;

/// Mapping in n D^2, training in n^3 for the exact kernel and n^0.9 D^1.5 for features, prediction in n and
/// D.
class RegressionGrowth : public testing::Test {
 protected:
  RegressionGrowth() : run(config) {}

  void put(const Cell& cell) const {
    const auto n = static_cast<double>(cell.dataset.max_train), D = static_cast<double>(cell.D);
    const bool exact = cell.method == exact_method;
    Record record = run.record(cell, 0, 1e-9 * n * D * D,
                               exact ? 1e-9 * n * n * n : 1e-6 * std::pow(n, 0.9) * std::pow(D, 1.5));
    record.json["result"] = {{"rmse", 1}, {"relative_rmse", 1}, {"r2", 0}};
    record.json["seconds"]["predict"]["cpu"] = exact ? 1e-4 * n : 1e-4 * D;
    record.json["data"]["n_train"] = cell.dataset.max_train;
    record.json["data"]["n_test"] = test_rows;
    record.json["data"]["d"] = columns;
    run.put(record);
  }
  void put_all() const {
    for (const Cell& cell : run.cells([](const Cell&) { return true; })) put(cell);
  }
  RegressionResults results() const { return run_rows<RegressionRow>(run.config(), run.sources()); }

  SyntheticRun run;
};

const PhaseGrowth& find(const std::vector<PhaseGrowth>& growth, const std::string& method, Phase phase) {
  const auto found = std::ranges::find_if(
      growth, [&](const PhaseGrowth& one) { return one.any->method == method && one.phase == phase; });
  if (found == growth.end()) throw std::runtime_error("no growth of " + method);
  return *found;
}

TEST_F(RegressionGrowth, IsAsTheTimesWereMade) {
  put_all();
  const RegressionResults made = results();
  const auto growth = regression_growth(made);
  EXPECT_THAT(growth, SizeIs(8)) << "an exact kernel maps nothing";
  const auto exponents = [&](const char* method, Phase phase) {
    const PhaseGrowth& one = find(growth, method, phase);
    return std::pair(one.in_n.measured.law.value(), one.in_D.measured.law);
  };
  const auto [mapping_n, mapping_D] = exponents("rks", Phase::mapping);
  EXPECT_NEAR(mapping_n.exponent, 1, 1e-9);
  EXPECT_NEAR(mapping_n.exponent_error.value(), 0, 1e-6);
  EXPECT_EQ(mapping_n.points, 4);
  EXPECT_NEAR(mapping_D->exponent, 2, 1e-9);
  EXPECT_EQ(mapping_D->points, 3);
  const auto [training_n, training_D] = exponents("tefm_s", Phase::training);
  EXPECT_NEAR(training_n.exponent, 0.9, 1e-9);
  EXPECT_NEAR(training_D->exponent, 1.5, 1e-9);
  const auto [exact_n, exact_D] = exponents("exact", Phase::training);
  EXPECT_NEAR(exact_n.exponent, 3, 1e-9);
  EXPECT_EQ(exact_n.points, 3) << "the largest is left out";
  EXPECT_FALSE(exact_D.has_value());
  EXPECT_NEAR(exponents("exact", Phase::prediction).first.exponent, 1, 1e-9);
  EXPECT_NEAR(exponents("rks", Phase::prediction).first.exponent, 0, 1e-9);
}

TEST_F(RegressionGrowth, StandsBesideThatOfTheClaims) {
  put_all();
  const RegressionResults made = results();
  const auto growth = regression_growth(made);
  const auto rks = find(growth, "rks", Phase::mapping);
  EXPECT_NEAR(rks.in_n.claimed.value(), 1, 1e-9);
  EXPECT_NEAR(rks.in_D.claimed.value(), 1, 1e-9);
  EXPECT_NEAR(find(growth, "tefm_s", Phase::training).in_D.claimed.value(), 2, 1e-9);
  EXPECT_NEAR(find(growth, "exact", Phase::prediction).in_n.claimed.value(), 1, 1e-9);
  const double exact = find(growth, "exact", Phase::training).in_n.claimed.value();
  EXPECT_GT(exact, 2.5) << "n^3 + n^2 d";
  EXPECT_LT(exact, 3);
}

TEST_F(RegressionGrowth, ClaimsAreThoseOfMapAndLearner) {
  put_all();
  const RegressionResults made = results();
  const auto row = [&](const char* method, Index n, Index D) {
    return *std::ranges::find_if(made.rows, [&](const RegressionRow& one) {
      return one.method == method && one.n_train == n && one.D == D;
    });
  };
  const RegressionRow rks = row("rks", 4000, 100), tefm = row("tefm_s", 4000, 100),
                      exact = row("exact", 500, 0);
  EXPECT_EQ(claim_in_words(Phase::mapping, rks), "n d D");
  EXPECT_DOUBLE_EQ(claimed_operations(Phase::mapping, rks), 4000.0 * 280 * 100);
  EXPECT_DOUBLE_EQ(number_of(rks, regression_quantities(), "claimed_map_operations").mean, 4000.0 * 280 * 100)
      << "what claims compare times with";
  EXPECT_EQ(claim_in_words(Phase::training, rks), "n D^2");
  EXPECT_DOUBLE_EQ(claimed_operations(Phase::training, rks), 4000.0 * 100 * 100);
  EXPECT_EQ(claim_in_words(Phase::prediction, rks), "t (d D + D)");
  EXPECT_DOUBLE_EQ(claimed_operations(Phase::prediction, rks), 6000.0 * 281 * 100);
  // Algorithm 2 with 400 Fourier features; Table 1's t (m + 1) d + d l, in the paper's letters.
  EXPECT_EQ(claim_in_words(Phase::mapping, tefm), "n (d m + m log D + D^2 m / n)");
  EXPECT_NEAR(claimed_operations(Phase::mapping, tefm) /
                  (4000.0 * 400 * (280 + std::log2(100.0)) + 100.0 * 100 * 400),
              1, 1e-12);
  EXPECT_EQ(claim_in_words(Phase::prediction, tefm), "t (d + 1) m + D m");
  EXPECT_DOUBLE_EQ(claimed_operations(Phase::prediction, tefm), 6000.0 * 281 * 400 + 400.0 * 100);
  EXPECT_EQ(claim_in_words(Phase::mapping, exact), "");
  EXPECT_EQ(claim_in_words(Phase::prediction, exact), "t n d");
  EXPECT_DOUBLE_EQ(claimed_operations(Phase::prediction, exact), 6000.0 * 500 * 280);
  EXPECT_DOUBLE_EQ(claimed_operations(Phase::training, exact), 500.0 * 500 * 780);
}

TEST_F(RegressionGrowth, IsATableOfTheReport) {
  put_all();
  const Document document = regression_report(run.config(), run.sources()).document;
  ASSERT_THAT(document.tables, SizeIs(2));
  const Table& table = document.tables[1];
  EXPECT_EQ(table.caption, "Growth of the times");
  EXPECT_EQ(table.number, "Table 1");
  EXPECT_THAT(table.remarks, ElementsAre(HasSubstr("D features, m Fourier features of n rows.")));
  ASSERT_THAT(table.rows, SizeIs(8));
  std::vector<std::string> first_of_rks;
  for (const TableCell& cell : table.rows[2]) first_of_rks.push_back(cell[0].left.text);
  EXPECT_THAT(first_of_rks, ElementsAre(HasSubstr("Feedback"), "RKS", "Mapping", "500 – 4,000", "1.00 ± 0.00",
                                        "1.00", "100 – 400", "2.00 ± 0.00", "1.00", "n d D"));
  EXPECT_EQ(table.rows[0][6][0].left.text, "") << "an exact kernel has no D";
  EXPECT_THAT(table.rows[2][4][0].results, SizeIs(4));
}

TEST_F(RegressionGrowth, IsDrawnForEachPhaseAgainstNAndD) {
  put_all();
  const auto figure = regression_figure(results());
  ASSERT_TRUE(figure.has_value());
  EXPECT_EQ(figure->columns, 3);
  ASSERT_THAT(figure->panels, SizeIs(6));
  for (const Panel& panel : figure->panels) {
    EXPECT_TRUE(panel.x.logarithmic && panel.y.logarithmic);
    EXPECT_TRUE(has_points(panel)) << panel.title;
  }
  const Panel& training = figure->panels[1];
  EXPECT_THAT(training.title, HasSubstr("Training"));
  EXPECT_THAT(training.x.label, HasSubstr("n"));
  ASSERT_THAT(training.series, SizeIs(6)) << "three methods, each with its claim";
  EXPECT_EQ(training.series[0].mark, Mark::measured);
  EXPECT_THAT(training.series[0].points, SizeIs(3));
  EXPECT_EQ(training.series[1].mark, Mark::theory);
  const FigurePoint& last = training.series[2].points.back();
  EXPECT_EQ(last.x, 4000);
  EXPECT_TRUE(last.low && last.high);
  EXPECT_THAT(last.records, SizeIs(3));
  EXPECT_THAT(figure->panels[3].x.label, HasSubstr("D"));
  EXPECT_THAT(figure->panels[4].series, SizeIs(4)) << "without the exact kernel, which has no D";
  EXPECT_THAT(figure->missing, ElementsAre(HasSubstr("left out, too large")));
}

TEST_F(RegressionGrowth, OfSeveralProcessorsHasNoExponent) {
  put_all();
  for (Record record : run.store().load_all().records) {
    if (record.cell.method != "rks" || record.cell.dataset.max_train != 500) continue;
    record.json["run"]["host"]["cpu"] = "Another CPU";
    run.put(record);
  }
  const RegressionResults made = results();
  const auto growth = regression_growth(made);
  const PhaseGrowth& one = find(growth, "rks", Phase::mapping);
  EXPECT_FALSE(one.in_n.measured.law.has_value());
  EXPECT_THAT(one.in_n.measured.points, SizeIs(4)) << "they are drawn all the same";
  EXPECT_TRUE(one.in_D.measured.law.has_value()) << "at n = 4,000";
  EXPECT_TRUE(find(growth, "tefm_s", Phase::mapping).in_n.measured.law.has_value());
  EXPECT_THAT(growth_table(growth).notes, ElementsAre(HasSubstr("Another CPU (RKS)")));
  EXPECT_THAT(regression_figure(made)->caption, HasSubstr("2 processors"));
}

TEST_F(RegressionGrowth, HasNothingToShowWithoutRecords) {
  const Report report = regression_report(run.config(), run.sources());
  EXPECT_THAT(report.document.tables, SizeIs(1));
  ASSERT_THAT(report.figures, SizeIs(1));
  EXPECT_THAT(report.figures[0].panels, IsEmpty());
}

}  // namespace
}  // namespace sketchbench
