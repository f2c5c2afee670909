// Runs with maps of other people: a program beside its configuration, from the cell to the table.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <thread>

#include <sketchbench/core/json.hpp>
#include <sketchbench/core/system/file.hpp>
#include <sketchbench/core/system/proc_file.hpp>
#include <sketchbench/report/plot/draw_figure.hpp>
#include "cli/workbench.hpp"
#include "support/page_scripts.hpp"

namespace sketchbench {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing_support::Ended;
using testing_support::Words;
using testing_support::Workbench;

const Words run_external = {"run", "configs/external.json", "--mirror", "mirror"};

/// With examples/external/cosines.py, which needs nothing but Python's standard library.
void write_external(const Workbench& bench, const std::string& experiment, const std::string& more) {
  bench.write("configs/cosines.py", read_file("examples/external/cosines.py"));
  bench.write("configs/external.json", R"({
 "name": "external", "experiment": ")" + experiment +
                                           R"(", "seeds": 2, )" + more + R"(
 "grid": [{"dataset": "quadrants", "D": 20}],
 "kernels": [{"kernel": "gaussian", "sigma": 1}],
 "methods": [{"method": "external", "name": "cosines", "command": ["python3", "cosines.py"],
              "title": "My cosines"},
             {"method": "rks"}]
})");
}

Json only_record_of(const Workbench& bench, const std::string& method) {
  for (const std::string& name : bench.files("results/records")) {
    Json record = Json::parse(bench.read("results/records/" + name));
    if (record.at("cell").at("method").at("method") == method) return record;
  }
  return {};
}

/// What runs of the program whose command line holds the text.
std::vector<pid_t> processes_with(const std::string& text) {
  std::vector<pid_t> found;
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    std::ifstream file(entry.path() / "environ");
    const std::string environment{std::istreambuf_iterator<char>(file), {}};
    if (environment.find(text) != std::string::npos)
      found.push_back(std::atoi(entry.path().filename().c_str()));
  }
  return found;
}

// A child in a session of its own, which holds the worker's pipes open, is not waited for, and does not stay.
TEST(ExternalMap, AChildThatAPluginLeavesKeepsNobodyWaiting) {
  const Workbench bench;
  bench.write("configs/plugin.json", R"({
 "name": "plugin", "experiment": "accuracy", "seeds": 2, "learner": {"type": "liblinear"},
 "grid": [{"dataset": "quadrants", "D": 1}], "kernels": [{"kernel": "polynomial", "degree": 2}],
 "methods": [{"method": "plugin", "plugin": ")" SKETCHBENCH_CARELESS_PLUGIN R"(", "name": "mine",
              "parameters": {"way": "leaves a child"}}]
})");
  const auto since = std::chrono::steady_clock::now();
  const std::string mark = "SKETCHBENCH_MARK=" + bench.folder().path().string();
  const Ended ended = bench.run_in_shell("env " + mark + " \"$0\" \"$@\"",
                                         {"run", "configs/plugin.json", "--mirror", "mirror"});
  EXPECT_EQ(ended.exit_code, 0) << ended.output;
  EXPECT_THAT(ended.output, HasSubstr("2 done, 0 failed"));
  EXPECT_LT(std::chrono::steady_clock::now() - since, std::chrono::minutes(2)) << "the child sleeps for five";
  EXPECT_THAT(processes_with(mark), testing::IsEmpty()) << "it ended with its worker";
}

TEST(ExternalMap, StandsInEveryExperimentLikeAnyOther) {
  for (const auto& [experiment, more] : std::vector<std::pair<std::string, std::string>>{
           {"accuracy", R"("learner": {"type": "liblinear"},)"},
           {"gram_error", R"("parameters": {"rows": 50, "maps": 2},)"},
           {"kernel_error", R"("parameters": {"rows": 30, "maps": 2},)"},
           {"construction_time", R"("parameters": {"rows": 100, "repeats": 3},)"}}) {
    const Workbench bench;
    write_external(bench, experiment, more);
    const Ended ended = bench.run(run_external);
    ASSERT_EQ(ended.exit_code, 0) << experiment << ": " << ended.output;
    const Json record = only_record_of(bench, "cosines");
    EXPECT_EQ(record.at("cell").at("method").at("external").get<std::string>().size(), 64u);
    const Json& elsewhere = record.at("result").at("in_another_process");
    EXPECT_GT(elsewhere.at("cpu").get<double>(), 0);
    EXPECT_GT(elsewhere.at("wall").get<double>(), 0);
    EXPECT_GT(record.at("peak_rss_bytes").get<double>(), elsewhere.at("peak_rss_bytes").get<double>());
    const Ended report = bench.run({"report", "configs/external.json", "--format", "csv"});
    EXPECT_EQ(report.exit_code, 0) << experiment << ": " << report.output;
    EXPECT_THAT(report.output, AllOf(HasSubstr(",cosines,"), HasSubstr(",rks,")));
    EXPECT_THAT(bench.run(run_external).output, HasSubstr("nothing to run"));
    // A comment is another program.
    bench.write("configs/cosines.py", bench.read("configs/cosines.py") + "# the same\n");
    const Ended again = bench.run(testing_support::joined(run_external, {"--only", "method=cosines"}));
    EXPECT_EQ(again.exit_code, 0) << again.output;
    EXPECT_THAT(again.output, HasSubstr(" 0 failed")) << experiment;
  }
}

TEST(ExternalMap, HasItsTitleInTablesAndOnThePage) {
  const Workbench bench;
  write_external(bench, "accuracy", R"("learner": {"type": "liblinear"},)");
  ASSERT_EQ(bench.run(run_external).exit_code, 0);
  for (const char* format : {"term", "md", "tex"})
    EXPECT_THAT(bench.run({"report", "configs/external.json", "--format", format}).output,
                AllOf(HasSubstr("My cosines"), Not(HasSubstr("  cosines  ")), Not(HasSubstr("| cosines |"))))
        << format;
  const Ended written =
      bench.run({"report", "configs/external.json", "--format", "html", "--output", "page.html"});
  ASSERT_EQ(written.exit_code, 0) << written.output;
  const std::string page = bench.read("page.html");
  const Json data = testing_support::unpacked_json(testing_support::script_of(page, "data"));
  std::vector<std::string> titles;
  for (const Json& row : data.at("leaderboards").at(0).at("rows")) titles.push_back(row.at("title"));
  EXPECT_THAT(titles, testing::UnorderedElementsAre("My cosines §", "Random Kitchen Sinks"));
}

/// tests/features/external/some_map.py, whose features are the rows and whose kernel is 1 + <x, y>.
void write_own_kernel(const Workbench& bench, const std::string& experiment, const std::string& kernel,
                      const std::string& failure = "") {
  bench.write("configs/some_map.py", read_file("tests/features/external/some_map.py"));
  bench.write("configs/external.json",
              R"({
 "name": "external", "experiment": ")" +
                  experiment + R"(", "parameters": {"rows": 30, "maps": 2},)" +
                  (experiment == "kernel_pca" ? R"("learner": {"type": "liblinear"},)" : "") + R"(
 "grid": [{"dataset": "quadrants", "D": 8}], "kernels": [{"kernel": "gaussian", "sigma": "median"}],
 "methods": [{"method": "external", "name": "mine", "title": "My map", "command": ["python3", "some_map.py", ")" +
                  failure + R"("])" + (kernel.empty() ? "" : R"(, "own_kernel": ")" + kernel + "\"") +
                  R"(},
             {"method": "rks"}]
})");
}

// K is 1 + <x, y> and the features are x: K - Z Z^T is the matrix of ones, whose norm is the number of rows.
TEST(ExternalMap, IsMeasuredAgainstAKernelOfItsOwn) {
  const Workbench bench;
  write_own_kernel(bench, "gram_error", "affine");
  const Ended ended = bench.run(run_external);
  ASSERT_EQ(ended.exit_code, 0) << ended.output;
  const Json record = only_record_of(bench, "mine");
  EXPECT_EQ(record.at("cell").at("method").at("own_kernel"), "affine");
  const Json& result = record.at("result");
  for (const Json& error : result.at("relative_error"))
    EXPECT_NEAR(error.get<double>() * result.at("kernel_norm").get<double>(), 30, 0.1);
  EXPECT_GT(result.at("sigma").get<double>(), 0) << "it is told the sigma that a rule chose";
  const Ended report = bench.run({"report", "configs/external.json", "--format", "md"});
  EXPECT_THAT(report.output,
              AllOf(HasSubstr("My map (K: affine)"), HasSubstr("a kernel of its own, affine")));
  EXPECT_THAT(bench.run(run_external).output, HasSubstr("nothing to run"));
  // By another name it is another cell; without one it is measured against the configuration's kernel.
  for (const char* kernel : {"affine, again", ""}) {
    write_own_kernel(bench, "gram_error", kernel);
    EXPECT_THAT(bench.run(run_external).output, HasSubstr("1 done, 0 failed")) << kernel;
  }
}

TEST(ExternalMap, AKernelOfItsOwnHasRelativeErrorsOfItsPairs) {
  const Workbench bench;
  write_own_kernel(bench, "kernel_error", "affine");
  const Ended ended = bench.run(run_external);
  ASSERT_EQ(ended.exit_code, 0) << ended.output;
  const Json result = only_record_of(bench, "mine").at("result");
  EXPECT_EQ(result.at("relative_error").at(0), result.at("relative_error").at(1)) << "it draws nothing";
  EXPECT_GT(result.at("relative_error").at(0).get<double>(), 0);
  EXPECT_LE(result.at("pairs").get<int>(), 30 * 29 / 2);
}

TEST(ExternalMap, AKernelOfItsOwnThatCannotBeIsRefused) {
  const Workbench bench;
  write_own_kernel(bench, "kernel_pca", "affine");
  EXPECT_THAT(bench.run(run_external).output, HasSubstr("knows this program's kernels alone"));
  write_own_kernel(bench, "gram_error", "affine", "kernel skew");
  EXPECT_THAT(bench.run(run_external).output, HasSubstr("expected a symmetric function"));
  for (const char* experiment : {"gram_error", "kernel_error"}) {
    write_own_kernel(bench, experiment, "affine", "kernel zero");
    EXPECT_THAT(bench.run(run_external).output,
                HasSubstr("the own kernel of mine, affine, is 0 for all 30 rows of the sample"));
  }
  write_own_kernel(bench, "gram_error", R"(two\nlines)");
  const Ended ended = bench.run(run_external);
  EXPECT_EQ(ended.exit_code, 2);
  EXPECT_THAT(ended.output, AllOf(HasSubstr("own_kernel"), HasSubstr("one line")));
}

TEST(ExternalMap, HasItsTitleInLegends) {
  if (!find_gnuplot()) GTEST_SKIP() << "gnuplot is not installed: scripts/install-dependencies figures";
  for (const auto& [experiment, parameters] : std::vector<std::pair<std::string, std::string>>{
           {"kernel_error", R"({"rows": 30, "maps": 2})"},
           {"construction_time", R"({"rows": 100, "repeats": 3})"}}) {
    const Workbench bench;
    write_external(bench, experiment, R"("parameters": )" + parameters + ",");
    ASSERT_EQ(bench.run(run_external).exit_code, 0);
    ASSERT_EQ(bench.run({"report", "configs/external.json", "--write"}).exit_code, 0);
    EXPECT_THAT(bench.read("results/external/external.svg"),
                AllOf(HasSubstr(">My cosines<"), HasSubstr(">Random Kitchen Sinks<")))
        << experiment;
  }
}

TEST(ExternalMap, APluginOfAnotherVersionIsBadInputBeforeAnythingIsWritten) {
  const Workbench bench;
  bench.write("configs/plugin.json", R"({
 "name": "plugin", "experiment": "accuracy", "seeds": 1, "learner": {"type": "liblinear"},
 "grid": [{"dataset": "quadrants", "D": 20}], "kernels": [{"kernel": "gaussian", "sigma": 1}],
 "methods": [{"method": "plugin", "plugin": ")" SKETCHBENCH_ANOTHER_ABI R"(", "name": "mine"},
             {"method": "rks"}]
})");
  ASSERT_EQ(bench.run({"--version"}).exit_code, 0);  // the output's file is there from now on
  const std::vector<std::string> before = bench.files("");
  const Words run = {"run", "configs/plugin.json", "--mirror", "mirror"};
  for (const Words& options : {Words{}, Words{"--dry-run"}}) {
    const Ended ended = bench.run(testing_support::joined(run, options));
    EXPECT_EQ(ended.exit_code, 2) << ended.output;
    EXPECT_THAT(ended.output,
                AllOf(HasSubstr("configs/plugin.json: "), HasSubstr("\"mine\" (" SKETCHBENCH_ANOTHER_ABI ")"),
                      HasSubstr("version 2"), HasSubstr("expected 1")));
    EXPECT_EQ(bench.files(""), before);
  }
  const Ended other = bench.run(testing_support::joined(run, {"--only", "method=rks"}));
  EXPECT_EQ(other.exit_code, 0) << "it is not asked for: " << other.output;
}

TEST(ExternalMap, OneThatFailsIsAFailedCellWithItsLastWords) {
  const Workbench bench;
  write_external(bench, "accuracy", R"("learner": {"type": "liblinear"},)");
  bench.write("configs/cosines.py", "raise ValueError('not today')\n");
  const Ended ended = bench.run(run_external);
  EXPECT_EQ(ended.exit_code, 1) << ended.output;
  EXPECT_THAT(ended.output, AllOf(HasSubstr("2 done, 2 failed"), HasSubstr("ValueError: not today")));
  EXPECT_EQ(only_record_of(bench, "cosines").at("status"), "failed");
}

TEST(ExternalMap, IsKilledWhenTheRunIsStopped) {
  const Workbench bench;
  write_external(bench, "accuracy", R"("learner": {"type": "liblinear"},)");
  bench.write("configs/cosines.py",
              "import os, time\n"
              "open('asked.tmp', 'w').write(str(os.getpid()))\n"
              "os.rename('asked.tmp', 'asked')\n"
              "time.sleep(1000)\n");
  const pid_t run =
      bench.start(testing_support::joined(run_external, {"--only", "method=cosines", "--jobs", "1"}));
  while (!std::filesystem::exists(bench / "asked")) {
    ASSERT_EQ(::kill(run, 0), 0);
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  const pid_t map = std::stoi(bench.read("asked"));
  ::kill(run, SIGINT);
  EXPECT_EQ(Workbench::wait(run), 130);
  // It is killed with its worker; whoever waits for orphans may need a moment to do so.
  const auto runs = [&] {
    const auto state = state_of_process(map);
    return state && !state->ended;
  };
  while (runs())
    std::this_thread::sleep_for(std::chrono::milliseconds(10));  // CTest's limit ends it otherwise
}

}  // namespace
}  // namespace sketchbench
