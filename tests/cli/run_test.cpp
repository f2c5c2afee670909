// What `run` does where the ground moves: its own file, its paths, its records, its signals.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sketchbench/core/json.hpp>
#include "cli/workbench.hpp"

namespace sketchbench {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing_support::Ended;
using testing_support::joined;
using testing_support::Words;
using testing_support::Workbench;

const Words run_small = {"run", "configs/small.json", "--mirror", "mirror", "--jobs", "2"};

Words run_small_with(const Words& more) { return joined(run_small, more); }

constexpr const char* until_cells_run = "until grep -q 'cells to run' output.txt; do sleep 0.01; done; ";

TEST(Run, ItsProgramMayBeReplacedMeanwhile) {
  const Workbench bench;
  const Ended ended = bench.run_in_shell(std::string("cp \"$0\" own; ./own \"$@\" & ") + until_cells_run +
                                             "rm own; echo 'exit 3' > own; chmod +x own; wait $!",
                                         run_small);
  EXPECT_EQ(ended.exit_code, 0) << ended.output;
  EXPECT_THAT(ended.output, HasSubstr("34 done, 0 failed"));
}

TEST(Run, AFileBeyondTheLimitIsSaidLikeAFullDisk) {
  const Workbench bench;
  const Ended ended = bench.run_in_shell("ulimit -f 1; exec \"$0\" \"$@\"", run_small);
  EXPECT_EQ(ended.exit_code, 1) << ended.output;
  EXPECT_THAT(ended.output, HasSubstr("File too large"));
  for (const std::string& file : bench.files("datasets/cache/prepared")) EXPECT_FALSE(file.ends_with(".tmp"));
}

TEST(Run, ATimeLimitThatWasReachedIsNoResult) {
  const Workbench bench;
  EXPECT_EQ(bench.run(run_small_with({"--time-limit", "1e-6"})).exit_code, 1);
  const Ended again = bench.run(run_small_with({"--time-limit", "1e-6"}));
  EXPECT_EQ(again.exit_code, 1) << again.output;
  EXPECT_THAT(again.output, AllOf(HasSubstr("nothing to run"), HasSubstr(" reached the time limit before")));
}

TEST(Run, GoesOnWhenTheSignalIsIgnored) {
  const Workbench bench;
  // A shell without job control has its background jobs ignore SIGINT.
  const Ended ended = bench.run_in_shell(
      std::string("\"$0\" \"$@\" & ") + until_cells_run + "kill -INT $!; wait $!", run_small);
  EXPECT_EQ(ended.exit_code, 0) << ended.output;
  EXPECT_THAT(ended.output, HasSubstr("34 done, 0 failed"));
}

TEST(Run, TakesFoldersWhoseNamesAreNotText) {
  const Workbench bench;
  bench.write("c\xFF/small.json", bench.read("configs/small.json"));
  std::filesystem::rename(bench / "mirror", bench / "m\xFF");
  const std::vector<std::string> words = {"run",   "c\xFF/small.json", "--mirror", "m\xFF", "--results",
                                          "r\xFF", "--data",           "d\xFF"};
  const Ended missing = bench.run({"run", "c\xFF/none.json"});
  EXPECT_EQ(missing.exit_code, 2);
  EXPECT_THAT(missing.output, HasSubstr("c\\xff/none.json"));
  const Ended ended = bench.run(words);
  EXPECT_EQ(ended.exit_code, 0) << ended.output;
  EXPECT_THAT(ended.output, HasSubstr("34 done, 0 failed"));
  EXPECT_EQ(bench.run({"report", "c\xFF/small.json", "--results", "r\xFF"}).exit_code, 0);
}

TEST(Run, ADryRunNeitherFetchesNorPreparesNorMakesFolders) {
  const Workbench bench;
  const Ended before = bench.run(run_small_with({"--dry-run"}));
  EXPECT_EQ(before.exit_code, 0) << before.output;
  EXPECT_THAT(before.output, AllOf(HasSubstr("not prepared"), HasSubstr("34 cells to run"),
                                   Not(HasSubstr("tensor_sketch"))));
  EXPECT_THAT(bench.run(run_small_with({"--dry-run", "--verbose"})).output,
              AllOf(HasSubstr("tensor_sketch"), HasSubstr("34 cells to run")));
  EXPECT_FALSE(std::filesystem::exists(bench / "datasets/cache"));
  EXPECT_FALSE(std::filesystem::exists(bench / "results"));
  ASSERT_EQ(bench.run(run_small_with({"--only", "seed=1"})).exit_code, 0);
  const Ended after = bench.run(run_small_with({"--dry-run"}));
  EXPECT_THAT(after.output, AllOf(HasSubstr("26 cells to run"), HasSubstr("8 have a record already"),
                                  Not(HasSubstr("not prepared"))));
}

TEST(Plan, IsASummaryUnlessEachCellIsAskedFor) {
  const Workbench bench;
  const Words plan = {"plan", "configs/small.json", "--mirror", "mirror"};
  EXPECT_THAT(bench.run(plan).output, AllOf(HasSubstr("34 cells to run"), Not(HasSubstr("tensor_sketch"))));
  EXPECT_THAT(bench.run(joined(plan, {"--verbose"})).output,
              AllOf(HasSubstr("34 cells to run"), HasSubstr("tensor_sketch")));
}

TEST(Run, ADryRunEstimatesFromWhatManifestsDeclareAndFromNothingElse) {
  const Workbench bench;
  Json manifest = parse_json(bench.read("datasets/quadrants.json"), "quadrants.json");
  const auto plan_with = [&](const char* rows) {
    for (Json& file : manifest["sources"][0]["files"]) file["format"][rows] = 100'000;
    bench.write("datasets/quadrants.json", manifest.dump());
    return bench.run(run_small_with({"--dry-run"})).output;
  };
  for (Json& file : manifest["sources"][0]["files"]) file["format"].erase("rows");
  bench.write("datasets/quadrants.json", manifest.dump());
  EXPECT_THAT(bench.run(run_small_with({"--dry-run"})).output,
              AllOf(HasSubstr("34 cells to run, the time is unknown until the data are prepared"),
                    Not(HasSubstr("about 0"))));
  EXPECT_THAT(plan_with("rows"), AllOf(HasSubstr("34 cells to run, about "), HasSubstr(" on one core"),
                                       Not(HasSubstr("unknown"))));
}

TEST(Run, ADryRunSaysInAShortLineWhatIsMissing) {
  const Workbench bench;
  const Ended ended = bench.run({"run", "configs/small.json", "--dry-run"});
  EXPECT_EQ(ended.exit_code, 0) << ended.output;
  EXPECT_THAT(ended.output, AllOf(HasSubstr("skipped 34 cells"), HasSubstr("quadrants")));
  for (std::size_t begin = 0, end; (end = ended.output.find('\n', begin)) != std::string::npos;
       begin = end + 1)
    EXPECT_LE(end - begin, 120u) << ended.output.substr(begin, end - begin);
}

TEST(Run, OneCellIsNotCalledCells) {
  const Workbench bench;
  const auto one = {"--only", "method=exact", "--only", "degree=2", "--only", "coef0=0"};
  const std::vector<std::string> words = run_small_with({one.begin(), one.end()});
  EXPECT_THAT(bench.run(words).output,
              HasSubstr("\n1 cell to run, 2 at once, cheap ones first, about 1 s; 0 have a record"));
  EXPECT_THAT(bench.run(words).output, HasSubstr("nothing to run: 1 cell has a record"));
}

TEST(Run, AFilterWithATypoIsAnErrorThatNamesTheNearest) {
  const Workbench bench;
  const Ended ended = bench.run(run_small_with({"--only", "dataset=quadrant"}));
  EXPECT_EQ(ended.exit_code, 2);
  EXPECT_THAT(ended.output, HasSubstr("did you mean \"quadrants\"?"));
  EXPECT_FALSE(std::filesystem::exists(bench / "datasets/cache")) << "before anything is prepared";
}

TEST(Run, NumbersBeyondDoublePrecisionAreWrongInput) {
  const Workbench bench;
  std::string config = bench.read("configs/small.json");
  config.replace(config.find("\"coef0\": 1"), 10, "\"coef0\": 1e999");
  bench.write("configs/large.json", config);
  const Ended of_config = bench.run({"run", "configs/large.json"});
  EXPECT_EQ(of_config.exit_code, 2);
  EXPECT_THAT(of_config.output, HasSubstr("configs/large.json:"));
  std::string manifest = bench.read("datasets/quadrants.json");
  manifest.replace(manifest.find("\"features\": 8"), 13, "\"features\": 1e999");
  bench.write("datasets/quadrants.json", manifest);
  const Ended of_manifest = bench.run(run_small);
  EXPECT_EQ(of_manifest.exit_code, 2);
  EXPECT_THAT(of_manifest.output, HasSubstr("quadrants.json:"));
}

TEST(Run, MoreCellsThanCanBePlannedAreWrongInput) {
  const Workbench bench;
  Json config = parse_json(bench.read("configs/small.json"), "small.json");
  config["seeds"] = 100'000;
  config["grid"][0]["D"] = Json::array();
  for (int D = 1; D <= 1000; ++D) config["grid"][0]["D"].push_back(D);
  bench.write("configs/many.json", config.dump());
  ASSERT_EQ(bench.run(run_small).exit_code, 0);  // a report wants records before it looks at a configuration
  for (const char* command : {"run", "report"}) {
    const Ended ended = bench.run({command, "configs/many.json"});
    EXPECT_EQ(ended.exit_code, 2);
    EXPECT_THAT(ended.output,
                AllOf(HasSubstr("many.json"), HasSubstr("100,000 seeds"), HasSubstr("a filter")));
  }
}

TEST(Run, SaysWhereSeedsChangeNothing) {
  const Workbench bench;
  bench.write("configs/gram.json", R"({"name": "gram", "experiment": "gram_error", "seeds": 2,
    "parameters": {"rows": 100, "maps": 3}, "grid": [{"dataset": "quadrants", "D": 8}],
    "kernels": [{"kernel": "gaussian", "sigma": 1}], "methods": [{"method": "rks"}]})");
  const Ended ended = bench.run({"run", "configs/gram.json", "--mirror", "mirror", "--dry-run"});
  EXPECT_EQ(ended.exit_code, 0) << ended.output;
  EXPECT_THAT(ended.output, AllOf(HasSubstr("\"seeds\" is 2 and changes nothing"), HasSubstr("maps")));
}

TEST(Run, ARecordWithoutAChecksumIsToldNotUsedAndNotMadeAgain) {
  const Workbench bench;
  ASSERT_EQ(bench.run(run_small).exit_code, 0);
  const std::string name = bench.files("results/records").front(), file = "results/records/" + name;
  Json record = parse_json(bench.read(file), file);
  record.erase("checksum");
  bench.write(file, record.dump());
  const std::string before = bench.read(file);

  const Ended run = bench.run(run_small);
  EXPECT_EQ(run.exit_code, 1) << "not all cells have a result that can be used";
  EXPECT_THAT(run.output, AllOf(HasSubstr("1 record made before there were checksums"), HasSubstr(name),
                                HasSubstr("doctor --repair")));
  EXPECT_EQ(bench.read(file), before);
  EXPECT_THAT(bench.run({"report", "configs/small.json"}).output, HasSubstr(name));

  const Ended forced = bench.run(run_small_with({"--force"}));
  EXPECT_EQ(forced.exit_code, 0) << forced.output;
  EXPECT_THAT(forced.output, HasSubstr("34 done, 0 failed"));
  const auto kept = bench.files("results/damaged");
  ASSERT_EQ(kept.size(), 1u);
  EXPECT_EQ(bench.read("results/damaged/" + kept.front()), before);
}

TEST(Run, ADamagedRecordIsToldAndKeptWhenItIsMadeAgain) {
  const Workbench bench;
  ASSERT_EQ(bench.run(run_small).exit_code, 0);
  const std::string name = bench.files("results/records").front(), file = "results/records/" + name;
  std::string text = bench.read(file);
  text.insert(text.find('.', text.find("\"accuracy\": ")) + 1, "9");
  bench.write(file, text);
  const Ended again = bench.run(run_small);
  EXPECT_EQ(again.exit_code, 0);
  EXPECT_THAT(again.output,
              AllOf(HasSubstr("1 record cannot be trusted"), HasSubstr(name), HasSubstr("1 done")));
  EXPECT_EQ(bench.files("results/damaged").size(), 1u);
  EXPECT_THAT(bench.run({"report", "configs/small.json"}).output, Not(HasSubstr(name)));
}

}  // namespace
}  // namespace sketchbench
