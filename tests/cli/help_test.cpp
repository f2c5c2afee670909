// What every command's help has.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <iterator>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>

#include <sketchbench/cli/options/help.hpp>
#include <sketchbench/features/feature_map.hpp>
#include <sketchbench/learners/learner.hpp>
#include "cli/workbench.hpp"
#include "papers/paper_list.hpp"

namespace sketchbench {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing_support::Words;
using testing_support::Workbench;

/// Every command with its own commands, as completion knows them: {"datasets", "list"}.
std::vector<Words> all_commands(const Workbench& bench) {
  const std::string script = bench.run({"completion"}).output;
  static const std::regex entry("\\[\"sketchbench ([^\"]*)\"\\]=");
  std::set<std::string> paths;
  for (std::sregex_iterator at(script.begin(), script.end(), entry), end; at != end; ++at)
    paths.insert((*at)[1].str());
  std::vector<Words> commands;
  for (const std::string& path : paths) {
    std::istringstream each(path);
    commands.emplace_back(std::istream_iterator<std::string>(each), std::istream_iterator<std::string>());
  }
  return commands;
}

TEST(Help, OfEveryCommandHasAShortDescriptionAndExamplesOfIt) {
  const Workbench bench;
  const std::vector<Words> commands = all_commands(bench);
  EXPECT_GT(commands.size(), 18u);
  for (const Words& command : commands) {
    const std::string help = bench.run(testing_support::joined(command, {"--help"})).output;
    EXPECT_LE(help.find('\n'), longest_description) << help.substr(0, help.find('\n'));
    const std::size_t examples = help.find("\nExamples:\n  sketchbench ");
    ASSERT_NE(examples, std::string::npos) << testing::PrintToString(command);
    EXPECT_NE(help.find("  sketchbench " + command.front() + (command.size() > 1 ? " " + command[1] : ""),
                        examples),
              std::string::npos)
        << help.substr(examples);
  }
}

/// The word behind an option of a command line; empty where it has none.
std::string behind(const std::string& option, const std::string& line) {
  std::istringstream words(line);
  for (std::string word; words >> word;)
    if (word == option && words >> word) return word;
  return "";
}

TEST(Help, ExamplesNameWhatThereIs) {
  int named = 0;
  for (const Words& command : all_commands(Workbench()))
    for (const std::string& example :
         examples_of(command.front() + (command.size() > 1 ? " " + command[1] : ""))) {
      const std::string map = behind("--map", example), learner = behind("--learner", example);
      named += map.empty() ? 0 : 1;
      if (!map.empty()) {
        EXPECT_NO_THROW(find_feature_map(map)) << example;
      }
      if (!learner.empty()) {
        EXPECT_NO_THROW(find_learner(learner)) << example;
      }
      if (const std::string paper = behind("claims", example); !paper.empty()) {
        EXPECT_NO_THROW(find_paper(paper, papers())) << example;
      }
    }
  EXPECT_GT(named, 2);
}

TEST(Help, OfTheProgramHasCommandsInGroups) {
  EXPECT_THAT(
      Workbench().run({"--help"}).output,
      AllOf(HasSubstr("\nReproduce papers:\n  reproduce "), HasSubstr("\nRun experiments:\n  run "),
            HasSubstr("\nInspect results:\n  compare "), HasSubstr("\nData sets:\n  datasets "),
            HasSubstr("\nModels on your own files:\n  train "), HasSubstr("\nWhat there is:\n  maps ")));
}

TEST(Help, OfACommandWithManyOptionsHasThemInGroups) {
  constexpr int most = 12;  // that are read without a heading
  const Workbench bench;
  int grouped = 0;
  for (const Words& command : all_commands(bench)) {
    std::istringstream help(bench.run(testing_support::joined(command, {"--help"})).output);
    std::map<std::string, int> options_below;
    std::string heading;
    int options = 0;
    for (std::string line; std::getline(help, line);) {
      if (line.ends_with(':') && !line.starts_with(' ')) heading = line;
      if (!line.starts_with("  -")) continue;
      ++options;
      ++options_below[heading];
    }
    if (options <= most) continue;
    ++grouped;
    EXPECT_LE(options_below["Options:"], 2) << testing::PrintToString(command);
    EXPECT_GE(options_below.size(), 3u) << testing::PrintToString(command);
  }
  EXPECT_GE(grouped, 7);
  EXPECT_THAT(bench.run({"train", "--help"}).output,
              AllOf(HasSubstr("\nMap and kernel:\n  --map "), HasSubstr("\nLearner:\n  --learner "),
                    HasSubstr("\nTraining:\n  --folds "), HasSubstr("\nData:\n  --format "),
                    Not(HasSubstr("\n\n\n"))));
}

TEST(Color, IsAsAskedFor) {
  const Workbench bench;
  ASSERT_EQ(bench.run({"run", "configs/tiny.json", "--mirror", "mirror"}).exit_code, 0);
  const Words report = {"report", "configs/tiny.json"};
  const auto with = [&](const Words& more) {
    return bench.run(testing_support::joined(report, more)).output;
  };
  EXPECT_THAT(with({"--color", "always"}), HasSubstr("\033["));
  EXPECT_THAT(with({"--color", "never"}), Not(HasSubstr("\033[")));
  EXPECT_EQ(with({}), with({"--color", "never"})) << "a file is no terminal";
  EXPECT_EQ(bench.run(testing_support::joined(report, {"--color", "green"})).exit_code, 2);
}

}  // namespace
}  // namespace sketchbench
