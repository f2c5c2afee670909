// What documents ask of tables, and how the answers are written.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>
#include <sketchbench/report/quote/question.hpp>

namespace sketchbench {
namespace {

using testing::HasSubstr;

const ResultTable& results() {
  static const Value none = Sample();
  static const ResultTable table = {
      .quantities = {{.key = "dataset"},
                     {.key = "method"},
                     {.key = "D", .form = Form::count},
                     {.key = "accuracy", .spread = true},
                     {.key = "paper_accuracy", .spread = true},
                     {.key = "train_s"},
                     {.key = "verdict"},
                     {.key = "note"},
                     {.key = "processor"},
                     {.key = "delta_pp"},
                     {.key = "of_claims", .place = ColumnPlace::nowhere}},
      .rows = {{.values = {"one", "fast", 100, Sample{3, 97.456, 0.25}, Sample{3, 97.1, 0.5}, 2, "differs",
                           "a, \"b\" & c_d", "X", 0.36, 1}},
               {.values = {"one", "slow", 100, 90.001, none, 30, "", "", "X", none, 1}},
               {.values = {"two", "fast", 200, Sample{3, 80, 1.0}, Sample{3, 79, 1.0}, 100.4,
                           "reproduced at last", "", "X", 1, 1}},
               {.values = {"two", "slow", 200, none, Sample{3, 79, 1.0}, 5, "", "", "Y", none, 1}},
               {.values = {"three", "fast", 200, 1, none, 5, "", "", "Y", none, 1}, .in_csv = false}}};
  return table;
}

std::string answered(const std::string& words) { return answer(read_question("t " + words), results()); }

std::string complaint(const std::string& words) {
  try {
    return "answered: " + answered(words);
  } catch (const InputError& error) {
    return error.what();
  }
}

TEST(Question, OfOneLine) {
  EXPECT_EQ(answered("dataset=one method=fast show=mean:accuracy"), "97.46 ± 0.25");
  EXPECT_EQ(answered("dataset=one method=slow show=mean:accuracy"), "90.00");
  EXPECT_EQ(answered("dataset=one method=fast show=mean:paper_accuracy"), "97.10 ± 0.50");
  EXPECT_EQ(answered("dataset=one method=fast show=points:delta_pp"), "+0.4");
  EXPECT_EQ(answered("dataset=two method=fast show=time:train_s"), "2 min");
  EXPECT_EQ(answered("dataset=one method=slow show=time:train_s"), "30 s");
  EXPECT_EQ(answered("dataset=one method=fast show=text:note"), "a, \"b\" & c_d");
  EXPECT_EQ(answered("dataset=one method=slow show=ratio:train_s/D"), "0.30");
  EXPECT_EQ(answered("verdict=reproduced~at~last show=train_s"), "100.4");
  EXPECT_EQ(answered("dataset=one method!=slow show=D"), "100");
}

TEST(Question, OfAllLines) {
  EXPECT_EQ(answered("show=range:train_s"), "2 to 100");
  EXPECT_EQ(answered("dataset=two method=slow show=range:train_s"), "5");
  EXPECT_EQ(answered("dataset=one show=most:train_s"), "30");
  EXPECT_EQ(answered("show=least:accuracy"), "80") << "one that is empty is none";
  EXPECT_EQ(answered("show=sum:D"), "600");
  EXPECT_EQ(answered("show=whole:sum:train_s"), "137");
  EXPECT_EQ(answered("show=ratio:most:train_s/D"), "0.50");
  EXPECT_EQ(answered("verdict!= show=count"), "2");
  EXPECT_EQ(answered("verdict=fails show=count"), "0");
  EXPECT_EQ(answered("show=distinct:D"), "2");
}

TEST(Question, RatiosAreOfOneProcessor) {
  EXPECT_EQ(answered("dataset=one method=slow show=over:train_s:method=fast"), "15");
  EXPECT_EQ(answered("dataset=one method=fast show=over:train_s:method=slow"), "0.067");
  EXPECT_THAT(complaint("dataset=two method=slow show=over:train_s:method=fast"),
              HasSubstr("different processors"));
  EXPECT_THAT(complaint("dataset=one method=slow show=over:train_s:method=none"),
              HasSubstr("expected one line with dataset=one method=none, found 0"));
}

TEST(Question, NothingIsDividedByZero) {
  const ResultTable table = {.quantities = {{.key = "m"}, {.key = "a"}},
                             .rows = {{.values = {"one", 0}}, {.values = {"two", 1}}}};
  EXPECT_THROW(answer(read_question("z m=two show=over:a:m=one"), table), InputError);
  EXPECT_THROW(answer(read_question("z m=one show=ratio:a/a"), table), InputError);
}

TEST(Question, WhatIsNotThereIsNamed) {
  EXPECT_THAT(complaint("dataset=three show=mean:accuracy"),
              HasSubstr("expected one line with dataset=three, found 0"));
  EXPECT_THAT(complaint("dataset=one show=mean:accuracy"), HasSubstr("found 2"));
  EXPECT_THAT(complaint("datset=one show=count"), HasSubstr("did you mean \"dataset\""));
  EXPECT_THAT(complaint("show=most:trains_s"), HasSubstr("train_s"));
  EXPECT_THAT(complaint("dataset=one method=fast show=moost:D"), HasSubstr("\"most\""));
  EXPECT_THAT(complaint("dataset=two method=slow show=mean:accuracy"),
              HasSubstr("expected a number in \"accuracy\", found nothing"));
  EXPECT_THAT(complaint("dataset=two method=slow show=points:delta_pp"), HasSubstr("found nothing"));
  EXPECT_THAT(complaint("dataset=two method=slow show=text:note"), HasSubstr("nothing stands in note"));
  EXPECT_THAT(complaint("dataset=one show=most:verdict"), HasSubstr("found \"differs\""));
  EXPECT_THAT(complaint("dataset=one"), HasSubstr("expected show=WHAT"));
  EXPECT_THAT(complaint("dataset show=count"), HasSubstr("\"dataset\": expected KEY=VALUE"));
}

TEST(Expectation, AsksWhetherANumberIsSo) {
  const Expectation most = read_expectation("at most 2: t dataset=one show=count");
  EXPECT_TRUE(most.met_by("2"));
  EXPECT_FALSE(most.met_by("2.1"));
  const Expectation least = read_expectation("at least 1500: t show=count");
  EXPECT_TRUE(least.met_by("1,600"));
  EXPECT_FALSE(least.met_by("93.78 ± 0.20"));
  EXPECT_EQ(least.question.show, "count");
  EXPECT_THROW(least.met_by("AVX2"), InputError);
}

TEST(Expectation, CannotBeReadOtherwise) {
  for (const char* words :
       {"about 1: t show=count", "at most: t show=count", "at most x: t show=count", "at most 1: t"})
    EXPECT_THROW(read_expectation(words), InputError) << words;
}

TEST(Question, NumbersAreNotThoseThatWereRounded) {
  const ResultTable table = {.quantities = {{.key = "s", .digits = {.count = 1, .decimals = true}}},
                             .rows = {{.values = {59.96}}}};
  EXPECT_EQ(answer(read_question("z s=60.0 show=s"), table), "59.96") << "a line is found by what is written";
  EXPECT_EQ(answer(read_question("z show=time:s"), table), "1 min");
  EXPECT_THROW(answer(read_question("z show=of_claims"), results()), InputError);
}

TEST(TableOfJson, HasTheValuesWithinObjects) {
  const ResultTable table =
      table_of_json("j", Json::parse(R"({"rows": [{"case": "a", "time": {"median": 1600.5}},
                                                       {"case": "b", "runs": [1, 2], "time": null, "in two": 3}]})"));
  EXPECT_EQ(answer(read_question("j case=a show=whole:time.median"), table), "1,601");
  EXPECT_EQ(answer(read_question("j case=b show=runs.1"), table), "2");
  EXPECT_EQ(answer(read_question("j case=a show=megabytes:time.median"), table), "0.0 MB");
  EXPECT_EQ(answer(read_question("j case=b show=ratio:in~two/runs.1"), table), "1.50")
      << "the blank of a name";
  EXPECT_THROW(table_of_json("j", Json::parse(R"({"a": 1})")), InputError);
  EXPECT_THROW(table_of_json("j", Json::parse("[1]")), InputError);
}

}  // namespace
}  // namespace sketchbench
