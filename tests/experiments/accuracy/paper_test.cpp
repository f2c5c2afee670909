#include "experiments/accuracy/published.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>
#include <sketchbench/report/claims/published_factors.hpp>
#include "support/temporary_folder.hpp"

namespace sketchbench {
namespace {

using testing::HasSubstr;
using testing_support::message_of;
using testing_support::TemporaryFolder;

constexpr const char* published = "papers/kdd13/published.json";
constexpr PolynomialKernel homogeneous4{.degree = 4, .coef0 = 0}, inhomogeneous4{.degree = 4, .coef0 = 1};

TEST(Paper, FindsTable1ByDatasetKernelMethodAndD) {
  const PaperTable table(published, "table1");
  const auto number = table.find("mnist", homogeneous4, "random_maclaurin_published", 1000);
  ASSERT_TRUE(number.has_value());
  EXPECT_DOUBLE_EQ(number->accuracy.mean, 41.45);
  EXPECT_DOUBLE_EQ(number->accuracy.std.value(), 4.81);
  EXPECT_EQ(number->accuracy.n, 5);
  EXPECT_DOUBLE_EQ(number->seconds.value(), 30);
}

TEST(Paper, ExactKernelsHaveNoDAndNoDeviation) {
  const PaperTable table(published, "table1");
  const auto number = table.find("adult", homogeneous4, "exact", 0);
  ASSERT_TRUE(number.has_value());
  EXPECT_DOUBLE_EQ(number->accuracy.mean, 79.34);
  EXPECT_FALSE(number->accuracy.std.has_value());
}

TEST(Paper, SaysNothingOfWhatItDidNotMeasure) {
  const PaperTable table(published, "table1");
  EXPECT_FALSE(table.find("adult", homogeneous4, "tensor_sketch", 300)) << "another D";
  EXPECT_FALSE(table.find("adult", homogeneous4, "random_maclaurin_restricted", 200)) << "ours alone";
  EXPECT_FALSE(table.find("adult", PolynomialKernel{.degree = 3, .coef0 = 0}, "tensor_sketch", 200))
      << "another kernel";
  EXPECT_FALSE(table.find("gisette_sim", homogeneous4, "tensor_sketch", 5000)) << "other data";
}

TEST(Paper, KnowsWhichTimesAreBounds) {
  const PaperTable table(published, "table1");
  EXPECT_TRUE(table.find("adult", homogeneous4, "random_maclaurin_published", 200)->seconds_are_a_bound);
  EXPECT_FALSE(table.find("adult", inhomogeneous4, "random_maclaurin_published", 200)->seconds_are_a_bound);
}

TEST(Paper, RefusesNumbersThatCannotBe) {
  const TemporaryFolder folder;
  const Json document = read_json(published);
  const auto refused = [&](const char* pointer, const Json& value) {
    Json changed = document;
    changed[Json::json_pointer(pointer)] = value;
    const auto file = folder.write("published.json", changed.dump());
    return message_of<InputError>(
        [&] { PaperTable(file, "table1"), PublishedFactors::read(file, "table2"); });
  };
  EXPECT_THAT(refused("/table1/0/rows/0/exact/accuracy", 500), HasSubstr("table1[0].rows[0].exact.accuracy"));
  EXPECT_THAT(refused("/table1/0/rows/0/tensor_sketch/std", -1), HasSubstr("std"));
  EXPECT_THAT(refused("/table1/0/rows/0/tensor_sketch/std", 1e300), HasSubstr("std"));
  EXPECT_THAT(refused("/table1/0/rows/0/exact/acuracy", 80), HasSubstr("acuracy"));
  EXPECT_THAT(refused("/table1/0/rows/0/degree", 2.9), HasSubstr("2.9"));
  EXPECT_THAT(refused("/table1/0/D", 32.7), HasSubstr("32.7"));
  EXPECT_THAT(refused("/table1/0/D", 1e300), HasSubstr("1e+300"));
  EXPECT_THAT(refused("/table1/0/rows/1", document["table1"][0]["rows"][0]), HasSubstr("already"));
  EXPECT_THAT(refused("/table2/rows/0/exact", "many"), HasSubstr("table2.rows[0].exact"));
}

TEST(Paper, ReadsTable3AndTheSpeedUps) {
  const PaperTable table3(published, "table3");
  EXPECT_DOUBLE_EQ(table3.find("covertype", inhomogeneous4, "random_maclaurin_h01", 500)->accuracy.mean,
                   78.88);
  const auto table2 = PublishedFactors::read(published, "table2");
  ASSERT_TRUE(table2.has_value());
  EXPECT_EQ(table2->kernel(), Kernel(inhomogeneous4));
  EXPECT_FALSE(table2->has("adult", 300));
  EXPECT_TRUE(table2->has("adult", 200));
  EXPECT_FALSE(table2->find("adult", 200, "rm_map").has_value()) << "a dash in the paper";
  EXPECT_DOUBLE_EQ(table2->find("adult", 200, "exact").value(), 1600);
  EXPECT_THAT(table3.machine(), HasSubstr("2.67 GHz"));
}

TEST(Paper, HoldsEveryNumberOfTables1And3) {
  const PaperTable table1(published, "table1"), table3(published, "table3");
  int count = 0;
  for (const auto& [dataset, D] :
       {std::pair("covertype", 500), {"mnist", 1000}, {"adult", 200}, {"gisette", 5000}})
    for (const int degree : {2, 4})
      for (const double coef0 : {0.0, 1.0})
        for (const char* method : {"exact", "tensor_sketch", "random_maclaurin_published"})
          count +=
              table1.find(dataset, PolynomialKernel{.degree = degree, .coef0 = coef0}, method, D) ? 1 : 0;
  EXPECT_EQ(count, 48);
  for (const auto& [dataset, D] : {std::pair("covertype", 500), {"mnist", 1000}, {"adult", 200}})
    for (const char* method : {"tensor_sketch", "random_maclaurin_h01"})
      EXPECT_TRUE(table3.find(dataset, inhomogeneous4, method, D)) << dataset << ' ' << method;
}

TEST(Paper, NamesTheFileWhenASectionIsMissingOrMisshapen) {
  const TemporaryFolder folder;
  const auto file = folder.write("numbers.json", R"({"runs": 5, "broken": [{"dataset": "adult"}]})");
  EXPECT_THAT(message_of<InputError>([&] { PaperTable(file, "table9"); }),
              testing::AllOf(HasSubstr("numbers.json"), HasSubstr("table9")));
  EXPECT_THAT(message_of<InputError>([&] { PaperTable(file, "broken"); }), HasSubstr("numbers.json"));
}

TEST(Paper, HasItsDataSetsInItsOwnOrder) {
  const PaperTable table(published, "table1");
  EXPECT_EQ(table.place("covertype"), 0u);
  EXPECT_EQ(table.place("gisette"), 3u);
  EXPECT_EQ(table.place("my_data"), std::nullopt);
}

TEST(Paper, SaysWhatItCallsOurMaps) {
  const PaperTable table(published, "table1");
  EXPECT_EQ(table.title("random_maclaurin_published"), "Random Maclaurin");
  EXPECT_EQ(table.title("random_maclaurin_restricted"), std::nullopt) << "the paper has no such form";
  EXPECT_EQ(table.title("tensor_sketch"), std::nullopt);

  const TemporaryFolder folder;
  Json document = read_json(published);
  document["methods"]["random_maclaurin"]["map"] = "random_maclaurin";
  const auto file = folder.write("numbers.json", document.dump());
  EXPECT_THAT(message_of<InputError>([&] { PaperTable(file, "table1"); }),
              testing::AllOf(HasSubstr("numbers.json"), HasSubstr("methods.random_maclaurin.map"),
                             HasSubstr("the name of a feature map")));
}

TEST(Words, PublishedTimesAreAsPrinted) {
  const auto text = [](double seconds, bool bound) {
    return paper_time_text({.accuracy = {}, .seconds = seconds, .seconds_are_a_bound = bound});
  };
  EXPECT_EQ(text(3.7, false), "3.7 s");
  EXPECT_EQ(text(1, true), "< 1 s");
  EXPECT_EQ(text(678, false), "11.3 min");
  EXPECT_EQ(text(5400, false), "1.5 h");
  EXPECT_EQ(paper_time_text({}), "");
}

}  // namespace
}  // namespace sketchbench
