// What `sketchbench completion` prints, as bash understands it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>
#include <string>

#include <sketchbench/features/feature_map.hpp>
#include "cli/workbench.hpp"
#include "support/program.hpp"

namespace sketchbench {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::Each;
using testing::IsSupersetOf;
using testing::Not;
using testing::StartsWith;
using testing_support::Words;
using testing_support::Workbench;

class Completion : public testing::Test {
 protected:
  Completion() { bench.write("completion", bench.run({"completion"}).output); }

  /// What bash offers for the last of these words.
  Words offered(const Words& words) const {
    std::string line = "COMP_WORDS=(";
    for (const std::string& word : words) line += " '" + word + "'";
    bench.write("ask", ". ./completion\n" + line +
                           ")\nCOMP_CWORD=$((${#COMP_WORDS[@]} - 1))\n_sketchbench\n" +
                           "printf '%s\\n' \"${COMPREPLY[@]}\"\n");
    const pid_t bash = testing_support::start_program({.words = {"/bin/bash", "ask"},
                                                       .folder = bench.folder().path(),
                                                       .output = bench / "answer",
                                                       .environment = {}});
    EXPECT_EQ(testing_support::wait_for_program(bash), 0) << bench.read("answer");
    std::istringstream lines(bench.read("answer"));
    Words all;
    for (std::string one; std::getline(lines, one);) all.push_back(one);
    return all;
  }

  Workbench bench;
};

TEST_F(Completion, OffersCommandsAndTheirOwn) {
  EXPECT_THAT(
      offered({"sketchbench", ""}),
      AllOf(IsSupersetOf({"run", "report", "train", "datasets", "completion"}), Not(Contains("worker"))));
  EXPECT_THAT(offered({"sketchbench", "re"}), AllOf(Contains("report"), Each(StartsWith("re"))));
  EXPECT_THAT(offered({"sketchbench", "datasets", ""}), IsSupersetOf({"list", "fetch"}));
}

TEST_F(Completion, OffersTheOptionsOfTheCommandAndFiles) {
  EXPECT_THAT(offered({"sketchbench", "run", "--"}), IsSupersetOf({"--jobs", "--results", "--help"}));
  EXPECT_THAT(offered({"sketchbench", "datasets", "list", "--"}),
              AllOf(Contains("--help"), Not(Contains("--jobs"))));
  bench.write("mine.json", "{}");
  EXPECT_THAT(offered({"sketchbench", "run", "min"}), testing::ElementsAre("mine.json"));
}

TEST_F(Completion, OffersPapersWhereTheyAreAskedFor) {
  EXPECT_THAT(offered({"sketchbench", "reproduce", ""}), IsSupersetOf({"tables", "kdd13", "tefm", "all"}));
  EXPECT_THAT(offered({"sketchbench", "claims", "k"}), testing::ElementsAre("kdd13"));
  EXPECT_THAT(offered({"sketchbench", "reproduce", "--results", "kdd"}), Not(Contains("kdd13")));
}

TEST_F(Completion, OffersTheWordsThatAnOptionTakes) {
  EXPECT_THAT(offered({"sketchbench", "train", "--preconditioner", ""}),
              testing::UnorderedElementsAre("diagonal", "none"));
  EXPECT_THAT(offered({"sketchbench", "train", "--shrinking", "t"}), testing::ElementsAre("true"));
  EXPECT_THAT(offered({"sketchbench", "map", "--kernel", "ga"}), testing::ElementsAre("gaussian"));
}

TEST_F(Completion, OffersEveryMapBehindItsOption) {
  Words maps;
  for (const FeatureMapKind& kind : feature_map_kinds()) maps.push_back(kind.name);
  EXPECT_THAT(offered({"sketchbench", "map", "--map", ""}), testing::UnorderedElementsAreArray(maps));
}

TEST_F(Completion, OffersDataSetsAndWhatAFilterMayName) {
  EXPECT_THAT(offered({"sketchbench", "datasets", "info", "adult_"}), testing::ElementsAre("adult_uci"));
  EXPECT_THAT(offered({"sketchbench", "run", "--only", ""}),
              IsSupersetOf({"dataset=adult", "method=exact", "method=rks", "kernel=gaussian"}));
  // bash parts words at "=".
  EXPECT_THAT(offered({"sketchbench", "run", "--only", "dataset", "="}), Contains("adult"));
  EXPECT_THAT(offered({"sketchbench", "run", "--only", "dataset", "=", "adult_"}),
              testing::ElementsAre("adult_uci"));
  EXPECT_THAT(offered({"sketchbench", "map", "--kernel", "=", "ga"}), testing::ElementsAre("gaussian"));
}

/// What a shell prints for a script that begins with the completion.
std::string printed(const Workbench& bench, const std::string& shell, const std::string& script) {
  bench.write("ask", bench.run({"completion", shell}).output + script);
  const pid_t process = testing_support::start_program({.words = {"/usr/bin/env", shell, "ask"},
                                                        .folder = bench.folder().path(),
                                                        .output = bench / "answer",
                                                        .environment = {}});
  EXPECT_EQ(testing_support::wait_for_program(process), 0) << bench.read("answer");
  return bench.read("answer");
}

// What completes is called as zsh does it, with stand-ins that print what is offered.
TEST(CompletionInZsh, OffersCommandsOptionsAndValues) {
  const Workbench bench;
  const std::string answer = printed(bench, "zsh", R"(
_describe() { print -rl -- "${(P@)2}"; }
compadd() { shift; print -rl -- "$@"; }
_files() { print files; }
ask() { words=("$@") CURRENT=$#; print "> $*"; _sketchbench; }
ask sketchbench ''
ask sketchbench run --
ask sketchbench datasets ''
ask sketchbench train --preconditioner ''
ask sketchbench claims ''
ask sketchbench datasets info ''
ask sketchbench run --only ''
ask sketchbench run ''
)");
  EXPECT_THAT(answer, AllOf(testing::HasSubstr("\nreport:tables, figures"),
                            testing::HasSubstr("\n--jobs:cells"), testing::HasSubstr("\nfetch:fetch"),
                            testing::HasSubstr("\ndiagonal\nnone\n"), testing::HasSubstr("\nkdd13\n"),
                            testing::HasSubstr("\nadult\n"), testing::HasSubstr("\ndataset=adult\n"),
                            testing::HasSubstr("run \nfiles\n"), Not(testing::HasSubstr("\nworker:"))));
}

TEST(CompletionInFish, OffersCommandsOptionsAndValues) {
  const Workbench bench;
  const std::string answer = printed(bench, "fish", R"(
for line in 'sketchbench re' 'sketchbench run --jo' 'sketchbench datasets f' 'sketchbench train --kernel ga' 'sketchbench claims k' \
    'sketchbench datasets info cov' 'sketchbench run --only dataset=ad'
  complete -C $line
end
)");
  EXPECT_THAT(answer,
              AllOf(testing::HasSubstr("report\ttables, figures"), testing::HasSubstr("--jobs\tcells"),
                    testing::HasSubstr("fetch\tfetch"), testing::HasSubstr("gaussian"),
                    testing::HasSubstr("kdd13"), testing::HasSubstr("\ncovertype\n"),
                    testing::HasSubstr("\ndataset=adult\t"), Not(testing::HasSubstr("worker\t"))));
}

TEST(CompletionInFish, DescribesEachWordInALine) {
  const Workbench bench;
  std::istringstream answer(printed(bench, "fish", "complete -C 'sketchbench train --'\n"));
  for (std::string line; std::getline(answer, line);) EXPECT_LE(line.size(), 100u) << line;
}

}  // namespace
}  // namespace sketchbench
