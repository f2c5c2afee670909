// A data set, a configuration's title, a machine and an error whose names are markup, commands and escape
// sequences, from outside: each form of a report, every list and every message shows them and does nothing
// else.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <sstream>

#include <sketchbench/core/json.hpp>
#include <sketchbench/core/text.hpp>
#include "cli/workbench.hpp"
#include "support/page_scripts.hpp"

namespace sketchbench {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing_support::Ended;
using testing_support::script_of;
using testing_support::unpacked_json;
using testing_support::Words;
using testing_support::Workbench;

// A file's name, so that it has no slash.
const std::string hostile = "<script>alert(1)<\\input{x}|\"a'&%$#_{}~^`\x1b[31mred\x07\r";

class HostileNames : public testing::Test {
 protected:
  void SetUp() override {
    Json manifest = parse_json(bench.read("datasets/quadrants.json"), "quadrants.json");
    for (const char* key : {"name", "title", "citation", "licence"}) manifest[key] = hostile;
    bench.write("datasets/" + hostile + ".json", manifest.dump());
    Json config = parse_json(bench.read("configs/small.json"), "small.json");
    config["seeds"] = 2;
    config["title"] = hostile;
    config["grid"] = {{{"dataset", hostile}, {"D", 20}}};
    config["kernels"].erase(1);
    bench.write("configs/small.json", config.dump());
    const Ended ran = run();
    ASSERT_EQ(ran.exit_code, 0) << ran.output;
    expect_shown(ran.output);
    let_a_run_fail();
  }

  Ended run() const { return bench.run({"run", "configs/small.json", "--mirror", "mirror"}); }
  std::string report(const std::string& format) const {
    const Ended ended = bench.run({"report", "configs/small.json", "--format", format});
    EXPECT_EQ(ended.exit_code, 0) << ended.output;
    return ended.output;
  }

  /// The record of one of the runs of tensor_sketch says that it failed, and why.
  void let_a_run_fail() const {
    for (const std::string& name : bench.files("results/records")) {
      const std::string file = "results/records/" + name;
      Json record = parse_json(bench.read(file), file);
      if (record["cell"]["method"]["method"] != "tensor_sketch") continue;
      const Json failed = {{"format", record["format"]},
                           {"cell", record["cell"]},
                           {"run", record["run"]},
                           {"status", "failed"},
                           {"error", hostile}};
      bench.write(file, failed.dump());
      break;
    }
    const Ended sealed = bench.run({"doctor", "--mirror", "mirror", "--repair"});
    ASSERT_EQ(sealed.exit_code, 0) << sealed.output;
    expect_shown(sealed.output);
  }

  /// No control character has come through.
  static void expect_shown(const std::string& output) { EXPECT_EQ(printable(output), output); }

  Workbench bench;
};

TEST_F(HostileNames, AreShownByEveryCommandAndSteerNoTerminal) {
  for (const Words& words :
       {Words{"run", "configs/small.json", "--dry-run", "--verbose", "--mirror", "mirror"},
        {"run", "configs/small.json", "--dry-run", "--verbose", "--force", "--mirror", "mirror"},
        {"run", "configs/small.json", "--only", "dataset=" + hostile + "x"},
        {"report", "configs/small.json"},
        {"datasets", "list"},
        {"datasets", "info", hostile},
        {"datasets", "verify", hostile, "--mirror", "mirror"}}) {
    const Ended ended = bench.run(words);
    expect_shown(ended.output);
    EXPECT_THAT(ended.output, HasSubstr("\\x1b[31mred")) << testing::PrintToString(words);
  }
}

TEST_F(HostileNames, AreNoMarkupInMarkdown) {
  const std::string text = report("md");
  expect_shown(text);
  EXPECT_THAT(text, AllOf(HasSubstr("&lt;script>alert(1)&lt;"), HasSubstr("\\|\"a'&amp;%\\$"),
                          Not(HasSubstr("<script"))));
}

TEST_F(HostileNames, AreNoCommandsInLatex) {
  const std::string text = report("tex");
  expect_shown(text);
  EXPECT_THAT(text, AllOf(HasSubstr("\\textbackslash{}input\\{x\\}"), HasSubstr("\\&\\%\\$\\#\\_")));
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);)
    EXPECT_TRUE(line.starts_with("%") || line.find("\\input") == std::string::npos) << line;
}

TEST_F(HostileNames, AreOneFieldInCsv) {
  const std::string text = report("csv");
  std::string quoted = "\"" + replaced(hostile, "\"", "\"\"") + "\"";
  EXPECT_THAT(text, HasSubstr("\n" + quoted + ",2,")) << printable(text);
}

TEST_F(HostileNames, AreTextInThePage) {
  const Ended ended =
      bench.run({"report", "configs/small.json", "--format", "html", "--output", "page.html"});
  ASSERT_EQ(ended.exit_code, 0) << ended.output;
  expect_shown(ended.output);
  const std::string page = bench.read("page.html");
  EXPECT_THAT(page, AllOf(Not(HasSubstr("<script>alert")), Not(HasSubstr("\x1b"))));
  for (const char* packed : {"data", "records"})
    EXPECT_THAT(unpacked_json(script_of(page, packed)).dump(), HasSubstr("alert(1)"));
}

TEST(HostileHost, OfAClaimIsShownAndSteersNoTerminal) {
  const Workbench bench(2000);
  const pid_t run = bench.start({"run", "configs/small.json", "--mirror", "mirror", "--jobs", "1"});
  ASSERT_TRUE(bench.stop_with_claims(run)) << bench.read("output.txt");
  ::kill(run, SIGKILL);
  Workbench::wait(run);
  for (const std::string& name : bench.files("results/claims")) {
    if (!name.ends_with(".json")) continue;
    const std::string file = "results/claims/" + name;
    Json claim = parse_json(bench.read(file), file);
    claim["host"] = hostile;
    bench.write(file, claim.dump());
  }
  const Ended found = bench.run({"doctor", "--mirror", "mirror"});
  EXPECT_THAT(found.output, HasSubstr("\\x1b[31mred"));
  EXPECT_EQ(printable(found.output), found.output);
}

}  // namespace
}  // namespace sketchbench
