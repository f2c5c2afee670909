#include <sketchbench/report/results/result_figure.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>
#include <sketchbench/report/results/csv.hpp>
#include "support/table_text.hpp"

namespace sketchbench {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::SizeIs;
using testing_support::column_called;
using testing_support::line_in;
using testing_support::text_in;

struct Measured : RunGroup {
  std::vector<double> errors;
  std::optional<double> seconds;
};

Measured measured(const std::string& method, Index D, std::vector<double> errors,
                  std::optional<double> seconds) {
  Measured row;
  row.dataset.name = row.dataset_label = row.facts.title = "adult";
  row.kernel = GaussianKernel{.sigma = 2};
  row.method = row.method_label = method;
  row.D = D;
  row.errors = std::move(errors);
  row.seconds = seconds;
  row.expected = 1;
  if (!row.errors.empty()) {
    row.done.emplace_back().json = Json::object();
    row.status = Status::done;
  }
  return row;
}

Quantities<Measured> quantities() {
  return {
      {{.key = "maps", .heading = {"Maps"}, .form = Form::count},
       [](const Measured& row) { return row.errors.empty() ? Value(Sample()) : Value(row.errors.size()); }},
      {{.key = "error", .heading = {"Error"}, .title = "The error", .axis = "error", .spread = true},
       &Measured::errors},
      {{.key = "seconds",
        .heading = {"Time"},
        .title = "the time",
        .axis = "time (s)",
        .form = Form::seconds,
        .digits = {.count = 3, .decimals = true},
        .place = ColumnPlace::behind_status},
       &Measured::seconds},
      {{.key = "missing_everywhere", .heading = {"Nothing"}}, [](const Measured&) { return Sample(); }},
      {{.key = "for_claims", .place = ColumnPlace::nowhere}, [](const Measured& row) { return row.D; }},
      {{.key = "for_programs", .place = ColumnPlace::last},
       [](const Measured& row) { return row.method + "!"; }}};
}

class ResultTableTest : public testing::Test {
 protected:
  ResultTableTest() {
    config.name = "mine";
    config.title = "My results";
    config.experiment = "gram_error";
    for (const Index D : {400, 100, 200})
      rows.push_back(measured("rks", D, {1.0 / static_cast<double>(D), 3.0 / static_cast<double>(D)}, 0.5));
    rows.push_back(measured("fastfood", 100, {}, {}));
  }
  ResultTable table() const { return result_table(config, rows, quantities()); }

  Config config;
  std::vector<Measured> rows;
};

TEST_F(ResultTableTest, HasEveryQuantityForPrograms) {
  const std::string csv = csv_text(table());
  EXPECT_EQ(
      csv.substr(0, csv.find("adult,,,rks,100")),
      "dataset,degree,coef0,method,D,maps,error,error_std,missing_everywhere,status,kernel,sigma,seconds,"
      "processor,instruction_set,revision,for_programs\n"
      "adult,,,rks,400,2,0.005,0.00353553,,done,gaussian,2,0.500,,,,rks!\n");
  EXPECT_THAT(csv, HasSubstr("adult,,,fastfood,100,,,,,missing,gaussian,2,,,,,fastfood!\n"));
}

TEST_F(ResultTableTest, ShowsPeopleTheMainQuantityFirstAndNothingThatIsNowhere) {
  const Table made = table_for_people(table(), "error", "Map");
  EXPECT_EQ(made.caption, "My results");
  EXPECT_THAT(made.columns, SizeIs(7));
  EXPECT_EQ(column_called(made, "Error"), 4U);
  EXPECT_ANY_THROW(column_called(made, "Nothing"));
  EXPECT_EQ(text_in(made, 0, "Error"), "0.00500 ± 0.00354");
  EXPECT_THAT(line_in(made, 0, "Error").results, ElementsAre(rows[0].id()));
  EXPECT_EQ(text_in(made, 0, "Time"), "0.50 s");
  EXPECT_EQ(text_in(made, 3, "Error"), "missing");
  EXPECT_EQ(text_in(made, 3, "Maps"), "");
}

TEST_F(ResultTableTest, FitsThePowerOfD) {
  const Table exponents = exponent_table(table(), "error", "Exponents", "mean errors");
  ASSERT_THAT(exponents.rows, SizeIs(1)) << "the other map has no points";
  EXPECT_EQ(text_in(exponents, 0, "D"), "100 – 400");
  EXPECT_EQ(text_in(exponents, 0, "Exponent"), "−1.00 ± 0.00") << "errors are made as 2 / D";
}

TEST_F(ResultTableTest, DrawsAQuantityAgainstDOrAnother) {
  const Figure by_D = result_figure(table(), {.y = "error", .means = "Means."});
  EXPECT_EQ(by_D.caption, "The error against the number of features. Means.");
  ASSERT_THAT(by_D.panels, SizeIs(1));
  ASSERT_THAT(by_D.panels[0].series, SizeIs(1));
  EXPECT_EQ(by_D.panels[0].series[0].points.front().x, 100);
  EXPECT_DOUBLE_EQ(by_D.panels[0].series[0].points.front().y, 0.02);
  const Figure by_time = result_figure(table(), {.y = "error", .x = "seconds", .means = "Means."});
  EXPECT_THAT(by_time.caption, testing::StartsWith("The error against the time. Means."));
  EXPECT_EQ(by_time.panels.at(0).x.label, "time (s)");
  EXPECT_DOUBLE_EQ(by_time.panels[0].series.at(0).points.front().x, 0.5);
}

TEST_F(ResultTableTest, DrawsTheSeriesThatAreAskedFor) {
  const Figure figure = result_figure(
      table(), {.y = "error", .x = "for_claims", .series = [](const ResultRow& row) -> FigureSeries {
                  const std::string key = row.group->D < 300 ? "few" : "many";
                  return {.key = key, .label = key, .kernel = "", .points = {}};
                }});
  ASSERT_THAT(figure.panels.at(0).series, SizeIs(2));
  EXPECT_EQ(figure.panels[0].series[0].key, "many") << "in the rows' order";
  ASSERT_THAT(figure.panels[0].series[1].points, SizeIs(2));
  EXPECT_EQ(figure.panels[0].series[1].points[0].x, 100);
}

TEST_F(ResultTableTest, HasNoCaptionWithoutAPoint) {
  rows.erase(rows.begin(), rows.end() - 1);
  EXPECT_EQ(result_figure(table(), {.y = "error", .means = "Means."}).caption, "");
}

TEST_F(ResultTableTest, DrawsAnotherQuantityDashedBehindItsOwn) {
  const Figure figure = result_figure(
      table(), {.y = "error",
                .logarithmic_D = true,
                .beside = {{.key = "seconds", .label = [](const RunGroup&) { return "predicted"; }}}});
  const std::vector<FigureSeries>& series = figure.panels.at(0).series;
  ASSERT_THAT(series, SizeIs(2));
  EXPECT_EQ(series[1].mark, Mark::theory);
  EXPECT_EQ(series[1].label, "predicted");
  EXPECT_EQ(series[1].points.front().y, 0.5);
  const Figure hollow = result_figure(
      table(),
      {.y = "error",
       .beside = {
           {.key = "seconds", .label = [](const RunGroup&) { return "paper's"; }, .published = true}}});
  EXPECT_EQ(hollow.panels[0].series.at(1).key, "paper:rks");
  EXPECT_THAT(hollow.panels[0].series[1].points.front().records, testing::IsEmpty());
}

TEST_F(ResultTableTest, PutsKernelsInRowsAndSharesTheAxis) {
  rows.push_back(measured("rks", 100, {5}, 1));
  rows.back().kernel = GaussianKernel{.sigma = 3};
  rows.push_back(measured("rks", 100, {7}, 1));
  rows.back().dataset.name = rows.back().dataset_label = rows.back().facts.title = "mnist";
  const Figure figure = result_figure(table(), {.y = "error", .by_kernel = true, .one_y_axis = true});
  EXPECT_EQ(figure.columns, 2);
  ASSERT_THAT(figure.panels, SizeIs(4));
  EXPECT_FALSE(has_points(figure.panels[3])) << "mnist has no results of that kernel";
  EXPECT_EQ(figure.panels[0].y.high, figure.panels[2].y.high);
}

TEST_F(ResultTableTest, SaysWhetherThereAreSeveralD) {
  EXPECT_TRUE(has_several_D(table()));
  rows.resize(1);
  EXPECT_FALSE(has_several_D(table()));
}

TEST_F(ResultTableTest, RefusesAKeyThatItHasNot) {
  EXPECT_THAT([&] { result_figure(table(), {.y = "eror"}); },
              testing::ThrowsMessage<InputError>(HasSubstr("did you mean \"error\"")));
}

}  // namespace
}  // namespace sketchbench
