#include <sketchbench/report/run_command.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <memory>

#include <sketchbench/core/sha256.hpp>
#include <sketchbench/harness/cell/landmark_file.hpp>
#include <sketchbench/harness/config/cells.hpp>
#include <sketchbench/harness/plan/cell_filter.hpp>
#include <sketchbench/report/missing_runs.hpp>
#include "report/synthetic_run.hpp"

namespace sketchbench {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsSupersetOf;
using testing::Not;

/// The words that a shell makes of a command.
std::vector<std::string> words_of(const std::string& command) {
  const std::string line = "printf '%s\\n' " + command;
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(::popen(line.c_str(), "r"), ::pclose);
  std::vector<std::string> words;
  std::string word;
  for (int c = std::fgetc(pipe.get()); c != EOF; c = std::fgetc(pipe.get())) {
    if (c != '\n') {
      word += static_cast<char>(c);
      continue;
    }
    words.push_back(word);
    word.clear();
  }
  return words;
}

/// The cells of a configuration that the command's --only words leave.
std::vector<Cell> kept_by(const std::string& command, const Config& config) {
  std::vector<Filter> filters;
  const std::vector<std::string> words = words_of(command);
  for (std::size_t i = 0; i + 1 < words.size(); ++i)
    if (words[i] == "--only") filters.push_back(parse_filter(words[i + 1]));
  return expand(narrowed(config, filters));
}

std::string grid_config() {
  return R"({"name": "grid", "experiment": "accuracy", "seeds": 3, "learner": {"type": "liblinear"},
    "grid": [{"dataset": "adult", "D": [100, 200]}, {"dataset": "mnist", "D": [100]}],
    "kernels": [{"kernel": "polynomial", "degree": 2}, {"kernel": "polynomial", "degree": 3, "coef0": 0.125},
                {"kernel": "polynomial", "degree": 2, "coef0": 1}],
    "methods": [{"method": "exact", "learner": {"type": "libsvm"}}, {"method": "tensor_sketch"},
                {"method": "random_maclaurin_restricted"}]})";
}

std::string families_config() {
  return R"({"name": "families", "experiment": "accuracy", "learner": {"type": "libsvm"},
    "grid": [{"dataset": "adult"}, {"dataset": "mnist"}],
    "kernels": [{"kernel": "polynomial", "degree": 2}, {"kernel": "gaussian", "sigma": 2},
                {"kernel": "gaussian", "sigma": 0.123456789}],
    "methods": [{"method": "exact"}]})";
}

TEST(RerunCommand, RunsTheCellAndNoOther) {
  for (const std::string& text : {grid_config(), families_config()}) {
    const SyntheticRun run(text);
    for (const Cell& cell : expand(run.config())) {
      const std::string command = rerun_command(run.config(), cell);
      const std::vector<Cell> kept = kept_by(command, run.config());
      ASSERT_EQ(kept.size(), 1u) << command;
      EXPECT_TRUE(request_key(kept.front()) == request_key(cell)) << command;
      EXPECT_THAT(words_of(command), Not(Contains("--force"))) << "records may be a reference";
      EXPECT_THAT(words_of(command), Not(Contains("--quick")));
    }
  }
}

TEST(RunCommand, AsksForAllSeedsOfTheGroup) {
  const SyntheticRun run(grid_config());
  for (const RunGroup& group : group_runs(run.config(), run.sources()).groups) {
    const std::vector<Cell> kept = kept_by(run_command(run.config(), group), run.config());
    EXPECT_EQ(static_cast<int>(kept.size()), group.expected) << group.id();
  }
}

TEST(RunCommand, SurvivesAShell) {
  SyntheticRun run(grid_config());
  run.use_quick_variant();
  Config config = run.config();
  config.file = "my configs/it's $HOME & more.json";
  const std::vector<std::string> words = words_of(rerun_command(config, expand(config).front()));
  ASSERT_GT(words.size(), 4u);
  EXPECT_THAT(std::vector(words.begin(), words.begin() + 4),
              ElementsAre("sketchbench", "run", "my configs/it's $HOME & more.json", "--results"));
}

TEST(RunCommand, NamesTheFoldersThatTheReportWasGiven) {
  const SyntheticRun run(grid_config());
  Config config = run.config();
  config.named_folders = {"--results", "my results"};
  const RunGroup group = group_runs(config, run.sources()).groups.front();
  for (const std::string& command : {run_command(config), run_command(config, group)})
    EXPECT_THAT(words_of(command), IsSupersetOf({"--results", "my results"})) << command;
  EXPECT_THAT(lines_about_missing_runs(config, {&group}).front(), HasSubstr("--results 'my results' --only"));
}

TEST(RerunCommand, LeavesTheRecordsThatThereAre) {
  Config config;
  config.file = "configs/a.json";
  EXPECT_EQ(rerun_command({&config, 1}), "sketchbench run configs/a.json --results again");
  EXPECT_EQ(compare_command(config), "sketchbench compare again results");
  config.named_folders = {"--results", "there", "--mirror", "files"};
  EXPECT_EQ(rerun_command({&config, 1}), "sketchbench run configs/a.json --results again --mirror files");
  EXPECT_EQ(compare_command(config), "sketchbench compare again there");
}

TEST(RunCommand, NamesEveryConfigurationAndTheFoldersOnce) {
  std::vector<Config> configs(2);
  configs[0].file = "configs/a.json";
  configs[1].file = "configs/b.json";
  for (Config& config : configs) config.named_folders = {"--results", "there"};
  EXPECT_EQ(run_command(configs), "sketchbench run configs/a.json configs/b.json --results there");
  for (Config& config : configs) config.quick = true;
  EXPECT_EQ(run_command(configs), "sketchbench run configs/a.json configs/b.json --results there --quick");
}

TEST(RunGroupId, TellsTheGroupsOfAConfigurationApart) {
  const SyntheticRun run(R"({"name": "namesakes", "experiment": "accuracy", "seeds": 1,
    "grid": [{"dataset": "adult", "D": [100, 200]}, {"dataset": "adult", "max_train": 500, "D": 100}],
    "kernels": [{"kernel": "polynomial", "degree": 2}, {"kernel": "polynomial", "degree": 2, "coef0": 1}],
    "methods": [{"method": "tensor_sketch", "learner": {"type": "liblinear", "solver": 1}},
                {"method": "tensor_sketch", "learner": {"type": "liblinear", "solver": 2}},
                {"method": "exact", "learner": {"type": "libsvm"}}]})");
  const RunGroups groups = group_runs(run.config(), run.sources());
  std::set<std::string> ids;
  for (const RunGroup& group : groups.groups) ids.insert(group.id());
  EXPECT_EQ(ids.size(), groups.groups.size());
}

TEST(RunGroupId, TellsMapsWithOtherParametersApart) {
  const SyntheticRun run(R"({"name": "told", "experiment": "accuracy", "learner": {"type": "liblinear"},
    "grid": [{"dataset": "adult", "D": 100}], "kernels": [{"kernel": "polynomial", "degree": 2}],
    "methods": [{"method": "tensor_sketch"}]})");
  Config config = run.config();
  config.methods.resize(3, config.methods[0]);
  config.methods[1].parameters = {{"order", 3}};
  config.methods[2].parameters = {{"order", 4}, {"sampling", "leverage"}};
  std::vector<std::string> labels;
  for (const RunGroup& group : group_runs(config, run.sources()).groups) labels.push_back(group.method_label);
  EXPECT_THAT(labels, ElementsAre("tensor_sketch", "tensor_sketch[order=3]",
                                  "tensor_sketch[order=4,sampling=leverage]"));
}

TEST(RunGroupId, NamesTheFilesThatMapsAreGiven) {
  const SyntheticRun run(R"({"name": "told", "experiment": "accuracy", "learner": {"type": "liblinear"},
    "grid": [{"dataset": "adult", "D": 100}], "kernels": [{"kernel": "polynomial", "degree": 2}],
    "methods": [{"method": "tensor_sketch"}]})");
  const auto labels_for = [&](const std::vector<std::string>& files) {
    Config config = run.config();
    config.methods.resize(files.size(), config.methods[0]);
    for (std::size_t k = 0; k < files.size(); ++k) {
      const auto given = std::make_shared<LandmarkFile>(
          LandmarkFile{.file = files[k], .sha256 = sha256_hex(files[k]), .rows = {}});
      config.methods[k].parameters = {{"landmarks", given->sha256}};
      config.methods[k].given = given;
    }
    std::vector<std::string> labels;
    for (const RunGroup& group : group_runs(config, run.sources()).groups)
      labels.push_back(group.method_label);
    return labels;
  };
  EXPECT_THAT(labels_for({"a/centres", "a/corners"}),
              ElementsAre("tensor_sketch[landmarks=centres]", "tensor_sketch[landmarks=corners]"));
  EXPECT_THAT(labels_for({"a/centres", "b/centres"}),
              ElementsAre("tensor_sketch[landmarks=a/centres]", "tensor_sketch[landmarks=b/centres]"));
}

}  // namespace
}  // namespace sketchbench
