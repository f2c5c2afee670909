// The subcommands that do not run experiments, from outside.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <gtest/gtest.h>

#include <set>

#include <sketchbench/core/json.hpp>
#include <sketchbench/data/read/reader.hpp>
#include <sketchbench/features/feature_map.hpp>
#include <sketchbench/harness/worker/environment.hpp>
#include "cli/workbench.hpp"

namespace sketchbench {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing_support::Ended;
using testing_support::joined;
using testing_support::Workbench;

constexpr Index d = 8;  // of the workbench's data set

TEST(Version, HasTheRevisionOfTheSources) {
  const Ended ended = Workbench().run({"--version"});
  EXPECT_EQ(ended.exit_code, 0);
  EXPECT_EQ(ended.output, program_version() + "\n") << "of the same build as this test";
}

TEST(MapCommand, WritesWhatTheLibraryMaps) {
  const Workbench bench;
  const Ended ended = bench.run({"map", "--map", "tensor_sketch", "--D", "37", "--seed", "5", "--degree", "3",
                                 "--coef0", "1", "mirror/quadrants.t", "mapped.svm"});
  ASSERT_EQ(ended.exit_code, 0) << ended.output;

  const LabeledMatrix input =
      read_data_file(bench / "mirror/quadrants.t", {.kind = FileFormat::Kind::libsvm, .features = d});
  const LabeledMatrix output =
      read_data_file(bench / "mapped.svm", {.kind = FileFormat::Kind::libsvm, .features = 37});
  EXPECT_EQ(output.y, input.y);
  DenseMatrix expected(input.x.size(), 37);
  make_feature_map("tensor_sketch",
                   {.d_in = d, .kernel = PolynomialKernel{.degree = 3, .coef0 = 1}, .D = 37, .seed = 5})
      ->transform(input.x.view(), expected);
  for (Index i = 0; i < expected.n; ++i) {
    std::vector<float> row(37, 0.0f);
    output.x.view().for_each_nonzero(i, [&](Index j, float v) { row[static_cast<std::size_t>(j)] = v; });
    EXPECT_EQ(row, std::vector<float>(expected.row(i), expected.row(i) + 37)) << "row " << i;
  }
}

TEST(MapCommand, RefusesWrongInputAndLeavesNoOutput) {
  const Workbench bench;
  const auto map = [&](const std::vector<std::string>& extra) {
    return bench.run(joined({"map", "--map", "tensor_sketch"}, extra));
  };
  EXPECT_EQ(map({"--D", "0", "mirror/quadrants.t", "out"}).exit_code, 2);
  EXPECT_EQ(map({"--D", "5", "--degree", "0", "mirror/quadrants.t", "out"}).exit_code, 2);
  EXPECT_EQ(map({"--D", "5", "--coef0", "-1", "mirror/quadrants.t", "out"}).exit_code, 2);
  EXPECT_EQ(map({"--D", "5", "mirror/none", "out"}).exit_code, 2);
  bench.write("bad.svm", "+1 1:0.5\n-1 3:1 2:1\n");
  const Ended malformed = map({"--D", "5", "bad.svm", "out"});
  EXPECT_EQ(malformed.exit_code, 2);
  EXPECT_THAT(malformed.output, HasSubstr("bad.svm:2:"));
  const Ended huge =
      bench.run_in_shell("SKETCHBENCH_MEMORY=4e9 exec \"$0\" \"$@\"",  // 8 GB for the rows
                         {"map", "--map", "tensor_sketch", "--D", "10000000", "mirror/quadrants.t", "out"});
  EXPECT_EQ(huge.exit_code, 2);
  EXPECT_THAT(huge.output, AllOf(HasSubstr("D = 10000000"), HasSubstr("of memory")));
  EXPECT_FALSE(std::filesystem::exists(bench / "out"));
}

TEST(DatasetsCommand, ListsFetchesVerifiesAndDescribes) {
  const Workbench bench;
  EXPECT_THAT(bench.run({"datasets", "list"}).output, AllOf(HasSubstr("quadrants"), HasSubstr("missing")));
  const Ended missing = bench.run({"datasets", "fetch"});
  EXPECT_EQ(missing.exit_code, 1);
  EXPECT_THAT(missing.output, HasSubstr("SKETCHBENCH_MIRROR"));
  EXPECT_EQ(bench.run({"datasets", "fetch", "quadrants", "--mirror", "mirror"}).exit_code, 0);
  const Ended info = bench.run({"datasets", "info", "quadrants", "--mirror", "mirror"});
  EXPECT_EQ(info.exit_code, 0);
  EXPECT_THAT(info.output, AllOf(HasSubstr("300 rows"), HasSubstr("200 rows")));
  EXPECT_EQ(bench.run({"datasets", "verify", "--mirror", "mirror"}).exit_code, 0);
  bench.write("mirror/quadrants", "+1 1:1\n");
  EXPECT_EQ(bench.run({"datasets", "verify", "--mirror", "mirror"}).exit_code, 2);
  EXPECT_EQ(bench.run({"datasets", "info", "quadrant"}).exit_code, 2);
}

TEST(DatasetsCommand, DescribesAFileOfOnesOwnAndComparesMapsOnIt) {
  const Workbench bench;
  std::string table = "id;age;job;wants\n";
  for (int i = 0; i < 200; ++i)
    table += fmt::format("{};{};{};{}\n", i, 20 + i % 37, i % 3 == 0 ? "clerk" : "cook",
                         i % 37 < 18 ? "no" : "yes");
  bench.write("own/jobs.csv", table);
  const std::vector<std::string> add = {"datasets", "add", "own/jobs.csv", "--label", "wants",
                                        "--ignore", "id"};
  const Ended added = bench.run(add);
  ASSERT_EQ(added.exit_code, 0) << added.output;
  EXPECT_THAT(added.output, AllOf(HasSubstr("200 rows with 3 features"), HasSubstr("own/jobs_maps.json")));
  const Json format = Json::parse(bench.read("own/jobs.json")).at("sources")[0].at("files")[0].at("format");
  EXPECT_EQ(format.at("columns"), (Json{{"id", "ignored"}, {"job", "category"}}));
  EXPECT_EQ(format.at("classes"), (Json{"no", "yes"}));
  const Ended ran = bench.run({"run", "own/jobs_maps.json", "--only", "D=50"});
  EXPECT_EQ(ran.exit_code, 0) << ran.output;
  EXPECT_THAT(bench.run({"report", "own/jobs_maps.json"}).output, HasSubstr("Feature maps compared on jobs"));
  const Ended again = bench.run(add);
  EXPECT_EQ(again.exit_code, 2);
  EXPECT_THAT(again.output, HasSubstr("is not replaced"));
}

TEST(CheckCommand, TellsWhichNumberMoved) {
  const Workbench bench;
  ASSERT_EQ(bench.run({"run", "configs/small.json", "--mirror", "mirror"}).exit_code, 0);
  const std::vector<std::string> check = {"check", "baseline.json"};
  ASSERT_EQ(bench.run({"check", "baseline.json", "--write", "--config", "configs/small.json"}).exit_code, 0);
  EXPECT_EQ(bench.run(check).exit_code, 0);

  Json baseline = Json::parse(bench.read("baseline.json"));
  Json& first = baseline.at("cells").at(0);
  first["accuracy"] = first.at("accuracy").get<double>() + 2 * first.at("tolerance").get<double>();
  bench.write("baseline.json", baseline.dump());
  const Ended moved = bench.run(check);
  EXPECT_EQ(moved.exit_code, 1);
  EXPECT_THAT(moved.output, HasSubstr("1 regressed"));

  const Ended absent = bench.run({"check", "baseline.json", "--results", "elsewhere"});
  EXPECT_EQ(absent.exit_code, 2);
  EXPECT_THAT(absent.output, HasSubstr("--results elsewhere: there is no such folder"));
  EXPECT_EQ(bench.run({"check", "none.json"}).exit_code, 2);
}

TEST(ReportCommand, PrintsEveryFormat) {
  const Workbench bench;
  ASSERT_EQ(bench.run({"run", "configs/small.json", "--mirror", "mirror"}).exit_code, 0);
  for (const char* format : {"term", "md", "csv", "tex"}) {
    const Ended ended = bench.run({"report", "configs/small.json", "--format", format});
    EXPECT_EQ(ended.exit_code, 0) << format;
    EXPECT_THAT(ended.output, HasSubstr("quadrants")) << format;
  }
  EXPECT_EQ(bench.run({"report", "configs/small.json", "--format", "png"}).exit_code, 2);
}

TEST(ReportCommand, CallsADataSetAsItsManifestDoesAndNothingIsRunAnewForIt) {
  const Workbench bench;
  const std::vector<std::string> run = {"run", "configs/small.json", "--mirror", "mirror"};
  const auto names_of_records = [&] {
    std::set<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(bench / "results/records"))
      names.insert(entry.path().filename().string());
    return names;
  };
  ASSERT_EQ(bench.run(run).exit_code, 0);
  const std::set<std::string> records = names_of_records();

  Json manifest = Json::parse(bench.read("datasets/quadrants.json"));
  manifest["short_title"] = "Four squares";
  manifest["look"] = {{"colour", "green"}, {"symbol", "square"}};
  bench.write("datasets/quadrants.json", manifest.dump());
  EXPECT_THAT(bench.run({"report", "configs/small.json"}).output, HasSubstr("Four squares"));
  EXPECT_THAT(bench.run({"datasets", "info", "quadrants"}).output, HasSubstr("in reports: Four squares"));
  EXPECT_EQ(bench.run(run).exit_code, 0);
  EXPECT_EQ(names_of_records(), records);

  std::filesystem::remove(bench / "datasets/quadrants.json");
  const Ended alone = bench.run({"report", "configs/small.json"});
  EXPECT_EQ(alone.exit_code, 0);
  EXPECT_THAT(alone.output, AllOf(HasSubstr("quadrants"), Not(HasSubstr("Four squares"))));
}

TEST(ReportCommand, AFolderWithoutResultsIsNamedAndWrongInput) {
  const Workbench bench;
  const Ended missing = bench.run({"report", "configs/small.json", "--results", "typo"});
  EXPECT_EQ(missing.exit_code, 2);
  EXPECT_THAT(missing.output, HasSubstr("--results typo: there is no such folder"));
  std::filesystem::create_directories(bench / "empty/records");
  for (const std::vector<std::string>& command : {std::vector<std::string>{"report", "configs/small.json"},
                                                  {"report"},
                                                  {"report", "--format", "html"}}) {
    const Ended empty = bench.run(joined(command, {"--results", "empty"}));
    EXPECT_EQ(empty.exit_code, 2) << empty.output;
    EXPECT_THAT(empty.output, HasSubstr("--results empty: the folder holds no records"));
  }
  EXPECT_FALSE(std::filesystem::exists(bench / "typo"));
}

TEST(CheckCommand, AMalformedBaselineIsNamedWithItsPlace) {
  const Workbench bench;
  const std::string cell =
      R"({"dataset": "quadrants", "degree": 2, "coef0": 0, "method": "exact", "D": 0, "accuracy": 90, "runs": 1, "std": null,
          "tolerance": 1})";
  const auto baseline = [&](const std::string& cells) {
    return R"({"config": "configs/small.json", "cells": [)" + cells + "]}";
  };
  const auto changed = [&](const std::string& from, const std::string& to) {
    std::string text = cell;
    return baseline(text.replace(text.find(from), from.size(), to));
  };
  const struct {
    std::string text, says;
  } cases[] = {{"{", "baseline.json:1: not valid JSON"},
               {"[]", "baseline.json: the document is []"},
               {baseline(""), "\"cells\""},
               {baseline("3"), "cells[0]"},
               {changed("90", "1e999"), "1e999"},
               {changed("90", "500"), "from 0 to 100"},
               {changed("90", "\"90\""), "cells[0].accuracy"},
               {changed("\"runs\": 1", "\"runs\": 1, \"runs\": 2"), "stands twice"},
               {changed("\"tolerance\"", "\"tolerence\""), "tolerance"},
               {std::string(100'000, '['), "nested more than"}};
  for (const auto& c : cases) {
    bench.write("baseline.json", c.text);
    const Ended ended = bench.run({"check", "baseline.json"});
    EXPECT_EQ(ended.exit_code, 2) << c.text.substr(0, 200);
    EXPECT_THAT(ended.output, AllOf(HasSubstr("baseline.json"), HasSubstr(c.says)));
  }
}

}  // namespace
}  // namespace sketchbench
