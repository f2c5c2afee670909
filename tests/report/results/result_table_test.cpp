#include <sketchbench/report/results/result_table.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sketchbench/core/error.hpp>
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
  EXPECT_EQ(
      table().csv.substr(0, table().csv.find("adult,,,rks,100")),
      "dataset,degree,coef0,method,D,maps,error,error_std,missing_everywhere,status,kernel,sigma,seconds,"
      "processor,instruction_set,revision,for_programs\n"
      "adult,,,rks,400,2,0.005,0.00353553,,done,gaussian,2,0.500,,,,rks!\n");
  EXPECT_THAT(table().csv, HasSubstr("adult,,,fastfood,100,,,,,missing,gaussian,2,,,,,fastfood!\n"));
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
  const Table exponents = exponent_table(table(), "error", "Exponents");
  ASSERT_THAT(exponents.rows, SizeIs(1)) << "the other map has no points";
  EXPECT_EQ(text_in(exponents, 0, "D"), "100 – 400");
  EXPECT_EQ(text_in(exponents, 0, "Exponent"), "−1.00 ± 0.00") << "errors are made as 2 / D";
}

TEST_F(ResultTableTest, DrawsAQuantityAgainstDOrAnother) {
  const Figure by_D = *result_figure(table(), "error", "", "Means.");
  EXPECT_EQ(by_D.caption, "The error against the number of features. Means.");
  ASSERT_THAT(by_D.panels, SizeIs(1));
  ASSERT_THAT(by_D.panels[0].series, SizeIs(1));
  EXPECT_EQ(by_D.panels[0].series[0].points.front().x, 100);
  EXPECT_DOUBLE_EQ(by_D.panels[0].series[0].points.front().y, 0.02);
  const Figure by_time = *result_figure(table(), "error", "seconds", "Means.");
  EXPECT_THAT(by_time.caption, testing::StartsWith("The error against the time. Means."));
  EXPECT_EQ(by_time.panels.at(0).x.label, "time (s)");
  EXPECT_DOUBLE_EQ(by_time.panels[0].series.at(0).points.front().x, 0.5);
}

TEST_F(ResultTableTest, DrawsNothingOfOneD) {
  rows.resize(1);
  EXPECT_FALSE(result_figure(table(), "error", "", ""));
}

TEST_F(ResultTableTest, RefusesAKeyThatItHasNot) {
  EXPECT_THROW(result_figure(table(), "eror", "", ""), Error);
}

}  // namespace
}  // namespace sketchbench
