// What a user can get wrong: each has a message that names the place and what was expected, an exit code, and
// leaves nothing behind that a later run would trust. What readers refuse inside data files is tested in
// tests/data.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sketchbench/core/json.hpp>
#include "cli/workbench.hpp"
#include "support/libsvm_dataset.hpp"

namespace sketchbench {
namespace {

using testing::AllOf;
using testing::AnyOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;
using testing_support::Ended;
using testing_support::joined;
using testing_support::Words;
using testing_support::Workbench;

constexpr int wrong_input = 2;

class BadInput : public testing::Test {
 protected:
  /// small.json with one text replaced.
  Ended run_changed(std::string_view from, std::string_view to) {
    std::string text = bench.read("configs/small.json");
    const auto at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    bench.write("configs/changed.json", text.replace(at, from.size(), to));
    return bench.run({"run", "configs/changed.json", "--mirror", "mirror"});
  }

  Workbench bench;
};

TEST_F(BadInput, ConfigurationKeysAndTypes) {
  const Ended unknown = run_changed("\"seeds\"", "\"seds\"");
  EXPECT_EQ(unknown.exit_code, wrong_input);
  EXPECT_THAT(unknown.output, AllOf(HasSubstr("configs/changed.json"), HasSubstr("\"seds\""),
                                    HasSubstr("did you mean \"seeds\"?")));
  const Ended wrong_type = run_changed("\"seeds\": 4", "\"seeds\": \"4\"");
  EXPECT_EQ(wrong_type.exit_code, wrong_input);
  EXPECT_THAT(wrong_type.output, AllOf(HasSubstr("\"seeds\""), HasSubstr("whole number")));
  const Ended broken = run_changed("\"grid\":", "\"grid\"");
  EXPECT_EQ(broken.exit_code, wrong_input);
  EXPECT_THAT(broken.output, HasSubstr("configs/changed.json:3: not valid JSON"));
  EXPECT_THAT(bench.files("results"), IsEmpty());
}

TEST_F(BadInput, NumbersOutOfRange) {
  struct {
    const char *from, *to, *key, *value;
  } const cases[] = {{"[50, 100]", "0", "grid[0].D", "is 0"},
                     {"\"degree\": 2}", "\"degree\": 0}", "kernels[0].degree", "is 0"},
                     {"\"coef0\": 1", "\"coef0\": -1", "kernels[1].coef0", "is -1"}};
  for (const auto& c : cases) {
    const Ended ended = run_changed(c.from, c.to);
    EXPECT_EQ(ended.exit_code, wrong_input) << c.to;
    EXPECT_THAT(ended.output, AllOf(HasSubstr(c.key), HasSubstr(c.value), HasSubstr("expected")));
  }
}

TEST_F(BadInput, NamesThatDoNotExist) {
  EXPECT_EQ(bench.run({"run", "configs/none.json"}).exit_code, wrong_input);
  const Ended dataset = run_changed("\"quadrants\"", "\"quadrant\"");
  EXPECT_EQ(dataset.exit_code, wrong_input);
  EXPECT_THAT(dataset.output, HasSubstr("quadrants"));
  EXPECT_EQ(run_changed("tensor_sketch", "tensor_skech").exit_code, wrong_input);
  EXPECT_EQ(run_changed("\"D\"", "\"split\": \"none\", \"D\"").exit_code, wrong_input);
}

TEST_F(BadInput, CommandLine) {
  EXPECT_EQ(bench.run({}).exit_code, wrong_input);
  EXPECT_EQ(bench.run({"runn"}).exit_code, wrong_input);
  EXPECT_EQ(bench.run({"run"}).exit_code, wrong_input);
  EXPECT_EQ(bench.run({"run", "configs/small.json", "--jobs", "0"}).exit_code, wrong_input);
  EXPECT_EQ(bench.run({"run", "configs/small.json", "--time-limit", "soon"}).exit_code, wrong_input);
  EXPECT_EQ(bench.run({"run", "configs/small.json", "--only", "color=red"}).exit_code, wrong_input);
  EXPECT_EQ(bench.run({"reproduce", "pictures"}).exit_code, wrong_input);
  EXPECT_EQ(bench.run({"--help"}).exit_code, 0);
  EXPECT_EQ(bench.run({"run", "--help"}).exit_code, 0);
}

TEST_F(BadInput, AFolderWithoutANameIsNotTakenForTheDefault) {
  const std::vector<std::string> commands[] = {{"run", "configs/small.json", "--results", ""},
                                               {"run", "configs/small.json", "--data", ""},
                                               {"run", "configs/small.json", "--mirror="},
                                               {"report", "configs/small.json", "--results="},
                                               {"check", "baseline.json", "--results", ""},
                                               {"doctor", "--results", ""},
                                               {"doctor", "--data", ""},
                                               {"datasets", "fetch", "--mirror", ""},
                                               {"run", "configs/small.json", "--datasets", ""}};
  for (const auto& command : commands) {
    const Ended ended = bench.run(command);
    EXPECT_EQ(ended.exit_code, wrong_input) << ended.output;
    EXPECT_THAT(ended.output, AnyOf(HasSubstr(" \"\": expected the name of a folder"),
                                    HasSubstr(": 1 required DIR missing")));
  }
  EXPECT_THAT(bench.files("results"), IsEmpty());
}

TEST_F(BadInput, ResultsThatCannotBeWrittenAreSaidBeforeAnyWork) {
  bench.write("occupied", "a file");
  const Ended ended = bench.run({"run", "configs/small.json", "--mirror", "mirror", "--results", "occupied"});
  EXPECT_EQ(ended.exit_code, wrong_input);
  EXPECT_THAT(ended.output, AllOf(HasSubstr("occupied"), HasSubstr("cannot be written")));
}

TEST_F(BadInput, AlteredDataIsRefusedAndLeavesNoCacheEntry) {
  std::string data = bench.read("mirror/quadrants");
  data[data.size() / 2] ^= 1;
  bench.write("mirror/quadrants", data);
  const Ended ended = bench.run({"run", "configs/small.json", "--mirror", "mirror"});
  EXPECT_EQ(ended.exit_code, wrong_input);
  EXPECT_THAT(ended.output, AllOf(HasSubstr("mirror/quadrants"), HasSubstr("SHA-256")));
  for (const std::string& file : bench.files("datasets/cache")) EXPECT_FALSE(file.ends_with(".bin")) << file;
}

TEST_F(BadInput, MissingDataSkipsItsCellsWithTheReason) {
  const Ended ended = bench.run({"run", "configs/small.json"});
  EXPECT_EQ(ended.exit_code, 1) << "nothing could run";
  EXPECT_THAT(ended.output,
              AllOf(StartsWith("quadrants is not here: skipped 34 cells; see \"sketchbench datasets info "
                               "quadrants\"\n"),
                    HasSubstr("nothing of configs/small.json could run")));
  const Ended info = bench.run({"datasets", "info", "quadrants"});
  EXPECT_THAT(info.output, AllOf(HasSubstr("missing"), HasSubstr("quadrants.t"), HasSubstr("not in "),
                                 HasSubstr("datasets/cache/downloads"), HasSubstr("not to be downloaded"),
                                 HasSubstr("sketchbench datasets fetch quadrants"), HasSubstr("--mirror")));
  const Ended report = bench.run({"report", "configs/small.json"});
  EXPECT_EQ(report.exit_code, 0);
  EXPECT_THAT(report.output, HasSubstr("skipped"));
}

TEST_F(BadInput, MissingDataOfTheProgramsOwnAreNoFaultWhereAnythingElseCanRun) {
  const auto run_on = [&](const std::string& dataset, const Words& more) {
    Json config = parse_json(bench.read("configs/tiny.json"), "tiny.json");
    config["name"] = "other";
    config["grid"][0]["dataset"] = dataset;
    bench.write("configs/other.json", config.dump());
    return bench.run(joined({"run", "configs/other.json", "--mirror", "mirror"}, more));
  };
  const Words and_tiny = {"configs/tiny.json"};
  EXPECT_EQ(run_on("adult", {}).exit_code, 1) << "nothing could run";
  const Ended both = run_on("adult", and_tiny);
  EXPECT_EQ(both.exit_code, 0) << both.output;
  EXPECT_THAT(both.output, HasSubstr("2 done"));
  EXPECT_EQ(run_on("adult", joined(and_tiny, {"--only", "dataset=quadrants"})).exit_code, 0);

  testing_support::add_libsvm_dataset(bench.folder(), "absent", "1 1:1\n2 1:2\n", "1 1:1\n", 1);
  std::filesystem::remove(bench / "mirror/absent");
  const Ended own = run_on("absent", and_tiny);
  EXPECT_EQ(own.exit_code, 1) << own.output;
  EXPECT_THAT(own.output, HasSubstr("nothing of configs/other.json could run"));
}

TEST_F(BadInput, AMapThatCannotBeIsToldBeforeAnythingRuns) {
  // H0/1 has no low-order block to keep exact on a homogeneous kernel.
  const Ended ended = run_changed("random_maclaurin_restricted", "random_maclaurin_h01");
  EXPECT_EQ(ended.exit_code, wrong_input) << ended.output;
  EXPECT_THAT(ended.output, AllOf(HasSubstr("configs/changed.json"), HasSubstr("expected coef0 > 0")));
  EXPECT_THAT(bench.files("results/records"), IsEmpty());
}

TEST_F(BadInput, AKernelThatAnExperimentCannotTakeIsToldInADryRun) {
  bench.write("configs/bounds.json", R"({"name": "b", "experiment": "bounds",
    "grid": [{"dataset": "quadrants", "D": 8}], "kernels": [{"kernel": "polynomial", "degree": 2, "coef0": 1}],
    "methods": [{"method": "tensor_sketch"}]})");
  const Ended ended = bench.run({"run", "configs/bounds.json", "--mirror", "mirror", "--dry-run"});
  EXPECT_EQ(ended.exit_code, wrong_input) << ended.output;
  EXPECT_THAT(ended.output, AllOf(HasSubstr("configs/bounds.json: \"kernels[0]\" does not go with"),
                                  HasSubstr("coef0 is 1, expected 0")));
}

TEST_F(BadInput, ACellThatFailsIsExitCodeOne) {
  // Features of the kernel with so large a constant are beyond single precision: these cells fail, the others
  // are done.
  const Ended ended = run_changed("\"coef0\": 1}", "\"coef0\": 1e30}");
  EXPECT_EQ(ended.exit_code, 1) << ended.output;
  EXPECT_THAT(ended.output, AllOf(HasSubstr("FAILED"), HasSubstr("scale")));
}

TEST_F(BadInput, BrokenRecordsAreNamedAndMadeAgain) {
  ASSERT_EQ(bench.run({"run", "configs/small.json", "--mirror", "mirror"}).exit_code, 0);
  const std::string victim = "results/records/" + bench.files("results/records").front();
  bench.write(victim, bench.read(victim).substr(0, 50));
  const Ended report = bench.run({"report", "configs/small.json"});
  EXPECT_EQ(report.exit_code, 0);
  EXPECT_THAT(report.output, HasSubstr(std::filesystem::path(victim).filename().string()));
  const Ended again = bench.run({"run", "configs/small.json", "--mirror", "mirror"});
  EXPECT_EQ(again.exit_code, 0);
  EXPECT_THAT(again.output, HasSubstr("1 done, 0 failed"));
}

}  // namespace
}  // namespace sketchbench
