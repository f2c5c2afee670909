// sketchbench compare: two results folders side by side, in every format and with every exit code.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <set>
#include <sstream>

#include <sketchbench/core/json.hpp>
#include <sketchbench/core/text.hpp>
#include <sketchbench/harness/record/record_file.hpp>
#include <sketchbench/report/document/display_width.hpp>
#include "cli/workbench.hpp"

namespace sketchbench {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::SizeIs;
using testing_support::Ended;
using testing_support::joined;
using testing_support::Words;
using testing_support::Workbench;

/// Two folders: "b" has what "a" has, with changes.
class Compare : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(bench
                  .run({"run", "configs/small.json", "--mirror", "mirror", "--results", "a", "--only", "D=50",
                        "--jobs", "2"})
                  .exit_code,
              0);
    fs::copy(bench / "a", bench / "b", fs::copy_options::recursive);
  }
  /// Seals it anew.
  void change(const std::function<void(Json& record)>& how) const {
    for (const std::string& file : bench.files("b/records")) {
      Json record = parse_json(bench.read("b/records/" + file), file);
      record.erase("checksum");
      how(record);
      bench.write("b/records/" + file, json_text(sealed(record), 1) + "\n");
    }
  }
  Ended compare(const Words& options = {}) const { return bench.run(joined({"compare", "a", "b"}, options)); }
  Json as_json(const Words& options = {}) const {
    return Json::parse(compare(joined({"--format", "json"}, options)).output);
  }
  Workbench bench;
};

void make_worse(Json& record) {
  record["result"]["accuracy"] = record.at("result").at("accuracy").get<double>() / 2;
}

TEST_F(Compare, OfTheSameRecordsFindsNothing) {
  const Ended ended = compare({"--fail"});
  EXPECT_EQ(ended.exit_code, 0) << ended.output;
  EXPECT_THAT(ended.output, AllOf(HasSubstr("4 results in both"), HasSubstr("A better in 0, B better in 0"),
                                  HasSubstr("the same")));
}

TEST_F(Compare, FailsOnADifferenceOnlyWhereAsked) {
  change(make_worse);
  EXPECT_EQ(compare().exit_code, 0);
  const Ended ended = compare({"--fail"});
  EXPECT_EQ(ended.exit_code, 1) << ended.output;
  EXPECT_THAT(ended.output, HasSubstr("A better"));
  EXPECT_TRUE(as_json().at("differs").get<bool>());
}

TEST_F(Compare, SaysOfWhichExperimentsItJudgesNothing) {
  bench.write("configs/times.json", R"({
 "name": "times", "experiment": "construction_time", "parameters": {"rows": 20, "repeats": 2},
 "grid": [{"dataset": "quadrants", "D": 20}],
 "kernels": [{"kernel": "polynomial", "degree": 2}],
 "methods": [{"method": "tensor_sketch"}]
})");
  ASSERT_EQ(bench.run({"run", "configs/times.json", "--mirror", "mirror", "--results", "times"}).exit_code,
            0);
  const Ended ended = bench.run({"compare", "times", "times", "--fail"});
  EXPECT_EQ(ended.exit_code, 1) << ended.output;
  EXPECT_THAT(ended.output, AllOf(HasSubstr("construction_time has nothing that compare can judge"),
                                  HasSubstr("no result has a number that could be judged")));
  EXPECT_EQ(bench.run({"compare", "times", "times"}).exit_code, 0);
}

TEST_F(Compare, ReadsPackedRecordsAlike) {
  change(make_worse);
  const std::string before = compare({"--format", "csv"}).output;
  ASSERT_EQ(bench.run({"pack", "configs/small.json", "--results", "b"}).exit_code, 0);
  EXPECT_EQ(compare({"--format", "csv"}).output, before);
}

TEST_F(Compare, LinesUp) {
  std::istringstream in(compare().output);
  std::set<std::size_t> places;
  int rows = 0;
  for (std::string line; std::getline(in, line);) {
    const auto at = line.find("the same");
    if (!line.starts_with(" quadrants") || at == std::string::npos) continue;
    places.insert(display_width(line.substr(0, at)));
    ++rows;
  }
  EXPECT_EQ(rows, 4);
  EXPECT_THAT(places, SizeIs(1));
}

TEST_F(Compare, HasALineForEachResultInFormsForPrograms) {
  std::istringstream in(compare({"--format", "csv"}).output);
  std::string heading, line;
  std::getline(in, heading);
  int rows = 0;
  // Names and kernels have commas of their own, in quotes.
  for (; std::getline(in, line); ++rows)
    EXPECT_GE(std::ranges::count(line, ','), std::ranges::count(heading, ','));
  EXPECT_EQ(rows, 4);
  EXPECT_THAT(as_json().at("results"), SizeIs(4));
  EXPECT_THAT(compare({"--format", "markdown"}).output, HasSubstr("| Data set |"));
}

TEST_F(Compare, MakesNoRatioOfTimesOfTwoProcessors) {
  EXPECT_FALSE(as_json({"--only", "method=tensor_sketch"}).at("results").at(0).at("times").is_null());
  change([](Json& record) { record["run"]["host"]["cpu"] = "Another CPU"; });
  EXPECT_TRUE(as_json({"--only", "method=tensor_sketch"}).at("results").at(0).at("times").is_null());
  EXPECT_THAT(compare().output, AllOf(HasSubstr("Another CPU"), HasSubstr("(B)")));
}

TEST_F(Compare, NamesDamageAndComparesTheRest) {
  const std::string file = "b/records/" + bench.files("b/records").at(0);
  bench.write(file, "{}");
  const Ended ended = compare();
  EXPECT_EQ(ended.exit_code, 0) << ended.output;
  EXPECT_THAT(ended.output,
              AllOf(HasSubstr("Not compared"), HasSubstr(bench.files("b/records").at(0).substr(0, 8))));
}

TEST_F(Compare, CountsWhatOnlyOneFolderHas) {
  ASSERT_EQ(bench.run({"run", "configs/tiny.json", "--mirror", "mirror", "--results", "b"}).exit_code, 0);
  EXPECT_EQ(as_json().at("not_compared").at("b").at("alone"), 1);
  EXPECT_EQ(as_json({"--config", "configs/small.json"}).at("not_compared").at("b").at("alone"), 0);
}

TEST_F(Compare, SetsOneMethodAgainstAnotherOfOneFolder) {
  const Ended ended = bench.run({"compare", "a", "a", "--method-a", "tensor_sketch", "--method-b",
                                 "random_maclaurin_restricted", "--format", "json"});
  ASSERT_EQ(ended.exit_code, 0) << ended.output;
  const Json json = Json::parse(ended.output);
  ASSERT_THAT(json.at("results"), SizeIs(2));
  EXPECT_EQ(json.at("results").at(0).at("method_b"), "random_maclaurin_restricted");
}

TEST_F(Compare, RefusesWhatItCannotFind) {
  fs::create_directories(bench / "empty");
  for (const auto& [command, says] : std::vector<std::pair<Words, std::string>>{
           {{"compare", "a", "typo"}, "typo: there is no such folder"},
           {{"compare", "a", "empty"}, "empty: no finished record"},
           {{"compare", "a"}, "B is required"},
           {{"compare", "a", "b", "--only", "dataset=none"}, "filters that are asked for"},
           {{"compare", "a", "b", "--method-a", "tensor_sketch"}, "--method-b"},
           {{"compare", "a", "b", "--method-a", "none", "--method-b", "exact"}, "method of A"},
           {{"compare", "a", "b", "--format", "html"}, "--format"}}) {
    const Ended ended = bench.run(command);
    EXPECT_EQ(ended.exit_code, 2) << ended.output;
    EXPECT_THAT(ended.output, HasSubstr(says));
  }
}

}  // namespace
}  // namespace sketchbench
