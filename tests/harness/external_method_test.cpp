// Maps of other people in a configuration: how they are found, named and told from others.
#include <sketchbench/harness/cell/external_method.hpp>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>
#include <sketchbench/core/sha256.hpp>
#include <sketchbench/harness/cell/cell_map.hpp>
#include <sketchbench/harness/cell/record.hpp>
#include <sketchbench/harness/cell/request_key.hpp>
#include <sketchbench/harness/config/cells.hpp>
#include <sketchbench/harness/plan/cell_filter.hpp>
#include <sketchbench/harness/worker/worker.hpp>
#include "harness/worker_round_trip.hpp"
#include "support/temporary_folder.hpp"

namespace sketchbench {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing_support::message_of;
using testing_support::TemporaryFolder;
using testing_support::through_a_worker;

constexpr const char* external_method =
    R"({"method": "external", "name": "mine", "command": ["sh", "mine.sh", "-v"])";

class ExternalMethodTest : public testing::Test {
 protected:
  ExternalMethodTest() { folder.write("a/mine.sh", "cat"); }

  Config config(const std::string& methods, const std::string& in = "a") const {
    return read_config(folder.write(in + "/external.json", fmt::format(R"({{
 "name": "external", "experiment": "accuracy", "seeds": 2, "learner": {{"type": "liblinear"}},
 "grid": [{{"dataset": "adult", "D": [10, 20]}}], "kernels": [{{"kernel": "polynomial", "degree": 2}}],
 "methods": [{}]}})",
                                                                       methods)));
  }
  Config external(const std::string& more = "", const std::string& in = "a") const {
    return config(external_method + more + "}", in);
  }
  std::string refusal(const std::string& methods) const {
    return message_of<InputError>([&] { config(methods); });
  }

  TemporaryFolder folder;
};

std::string first_id(const Config& config) { return cell_id(describe(expand(config).front())); }

TEST_F(ExternalMethodTest, GoesByItsName) {
  const Config read = external(R"(, "title": "My map", "citation": "I (2026).", "parameters": {"width": 3})");
  const std::vector<Cell> cells = expand(read);
  ASSERT_EQ(cells.size(), 4u);
  EXPECT_EQ(cells[0].method, "mine");
  EXPECT_EQ(cells[0].map_parameters, (ParameterValues{{"width", 3}}));
  const FeatureMapKind& kind = kind_of_map(cells[0]);
  EXPECT_EQ(kind.title, "My map");
  EXPECT_EQ(kind.citation, "I (2026).");
  EXPECT_EQ(features_of(kind, map_request(cells[0], 5, 100, 1)), 10);
  EXPECT_EQ(count_cells(narrowed(read, {parse_filter("method=mine")})), 4);
  EXPECT_EQ(count_cells(external(R"(, "draws": false)")), 2);
}

TEST_F(ExternalMethodTest, ItsDescriptionHasTheSumOfWhatItIsMadeOf) {
  const Cell cell = expand(external()).front();
  const Json words = {{{"word", "sh"}}, {{"sha256", sha256_hex("cat")}}, {{"word", "-v"}}};
  const Json method = describe(cell).at("method");
  EXPECT_EQ(method, (Json{{"method", "mine"}, {"D", 10}, {"external", sha256_hex(json_text(words))}}));
  const Cell read = parse_cell(describe(cell));
  EXPECT_EQ(describe(read), describe(cell));
  EXPECT_TRUE(request_key(read) == request_key(cell));
}

TEST_F(ExternalMethodTest, AChangedProgramIsAnotherCellAndAnotherPlaceOrLimitIsNot) {
  const Cell before = expand(external()).front();
  const std::string id = first_id(external());
  folder.write("b/mine.sh", "cat");
  EXPECT_EQ(first_id(external("", "b")), id);
  EXPECT_EQ(
      first_id(external(R"(, "title": "T", "memory_mb": 9, "silence_limit_s": 5, "features_per_D": 2)")), id);
  EXPECT_NE(first_id(external(R"(, "parameters": {"width": 3})")), id);
  EXPECT_NE(first_id(config(R"({"method": "external", "name": "mine", "command": ["sh", "mine.sh", "-w"]})")),
            id);
  folder.write("a/mine.sh", "cat ");
  EXPECT_NE(first_id(external()), id);
  EXPECT_NE(request_key(expand(external()).front()), request_key(before));
}

TEST_F(ExternalMethodTest, CellsOfTheProgramsOwnMapsAreDescribedAsBefore) {
  const Cell cell = expand(config(R"({"method": "tensor_sketch"})")).front();
  EXPECT_EQ(cell.external, nullptr);
  EXPECT_EQ(describe(cell).at("method"), (Json{{"method", "tensor_sketch"}, {"D", 10}}));
}

TEST_F(ExternalMethodTest, APluginIsCalledByItsFileAndDescribedByItsSum) {
  folder.write("a/libother.so", "code");
  const Cell cell = expand(config(R"({"method": "plugin", "plugin": "libother.so"})")).front();
  EXPECT_EQ(cell.method, "other");
  EXPECT_EQ(describe(cell).at("method").at("plugin"), sha256_hex("code"));
  EXPECT_EQ(describe(parse_cell(describe(cell))), describe(cell));
}

TEST_F(ExternalMethodTest, WhatCannotBeIsToldBeforeAnythingRuns) {
  EXPECT_THAT(refusal(R"({"method": "external", "name": "mine", "command": ["no_such_program_9"]})"),
              AllOf(HasSubstr("methods[0].command"), HasSubstr("there is no \"no_such_program_9\"")));
  EXPECT_THAT(refusal(R"({"method": "external", "name": "mine", "command": ["./mine.sh"]})"),
              HasSubstr("may not be executed"));
  EXPECT_THAT(refusal(R"({"method": "external", "name": "mine", "command": "sh"})"),
              HasSubstr("a list of words"));
  EXPECT_THAT(refusal(R"({"method": "external", "command": ["sh"]})"), HasSubstr("name"));
  for (const char* name : {"tensor_sketch", "exact", "plugin", "a b", ""})
    EXPECT_THAT(refusal(fmt::format(R"({{"method": "external", "name": "{}", "command": ["sh"]}})", name)),
                HasSubstr("methods[0].name"))
        << name;
  EXPECT_THAT(refusal(R"({"method": "plugin", "plugin": "libmissing.so"})"),
              AllOf(HasSubstr("methods[0].plugin"), HasSubstr("libmissing.so")));
  EXPECT_THAT(refusal(std::string(external_method) + R"(, "comand": 1})"), HasSubstr("comand"));
  EXPECT_THAT(refusal(std::string(external_method) + "}, " +
                      R"({"method": "external", "name": "mine", "command": ["sh", "-w"]})"),
              AllOf(HasSubstr("methods[1].name"), HasSubstr("expected another name")));
}

TEST_F(ExternalMethodTest, TravelsToTheWorkerThatChecksItAgain) {
  const Cell cell = expand(external(R"(, "features_per_D": 2, "silence_limit_s": 5)")).front();
  const auto [text, read] = through_a_worker(cell);
  ASSERT_NE(read.external, nullptr);
  EXPECT_EQ(read.external->command, cell.external->command);
  EXPECT_EQ(read.external->file, cell.external->file);
  EXPECT_EQ(read.external->features_per_D, 2);
  EXPECT_EQ(read.external->silence_limit_s, 5);
  folder.write("a/mine.sh", "exit 1");
  EXPECT_THAT(message_of<InputError>([&, &sent = text] { parse_assignment(sent); }),
              AllOf(HasSubstr("\"mine\""), HasSubstr("have changed")));
}

}  // namespace
}  // namespace sketchbench
