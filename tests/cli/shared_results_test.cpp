// Several runs at once on one results folder.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <chrono>
#include <csignal>
#include <map>
#include <regex>
#include <set>
#include <stdexcept>
#include <thread>

#include <sketchbench/core/json.hpp>
#include <sketchbench/core/random.hpp>
#include "cli/workbench.hpp"

namespace sketchbench {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;
using testing::HasSubstr;
using testing_support::Workbench;

constexpr std::size_t cells = 34;  // of configs/small.json

std::vector<std::string> run_small(const std::string& jobs) {
  return {"run", "configs/small.json", "--mirror", "mirror", "--jobs", jobs};
}

/// The cells that a run says to have computed itself.
std::vector<std::string> computed(const std::string& output) {
  static const std::regex line(R"(\] (.*\S) +[0-9.]+ % +(another run)?)");
  std::vector<std::string> titles;
  for (auto match = std::sregex_iterator(output.begin(), output.end(), line); match != std::sregex_iterator();
       ++match)
    if (!(*match)[2].matched) titles.push_back((*match)[1]);
  return titles;
}

std::string output_of(std::size_t run) { return "output" + std::to_string(run) + ".txt"; }

TEST(SharedResults, EightRunsOfWhichFourAreKilledComputeEachCellOnce) {
  const Workbench alone;
  ASSERT_EQ(alone.run(run_small("2")).exit_code, 0);

  const Workbench bench;
  constexpr std::size_t runs = 8, killed = 4;
  RandomStream random(10, "moments");
  std::vector<pid_t> processes;
  for (std::size_t i = 0; i < runs; ++i) processes.push_back(bench.start(run_small("1"), output_of(i)));
  for (std::size_t i = 0; i < killed; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(50 + random.below(400)));
    ::kill(processes[i], SIGKILL);
  }
  for (std::size_t i = 0; i < runs; ++i) {
    const int exit_code = Workbench::wait(processes[i]);
    if (i >= killed) {
      EXPECT_EQ(exit_code, 0) << bench.read(output_of(i));
    }
  }

  std::multiset<std::string> titles;
  for (std::size_t i = 0; i < runs; ++i)
    for (const std::string& title : computed(bench.read(output_of(i)))) titles.insert(title);
  EXPECT_EQ(titles.size(), std::set(titles.begin(), titles.end()).size()) << "a cell was computed twice";
  // One that was killed may have stored a record and not said so.
  EXPECT_LE(titles.size(), cells);
  EXPECT_GE(titles.size(), cells - killed);
  // The next run clears away what those that were killed had half written, and their claims.
  EXPECT_EQ(bench.run(run_small("1")).exit_code, 0);
  EXPECT_EQ(bench.outcomes(), alone.outcomes());
  EXPECT_THAT(bench.files("results/claims"), ElementsAre(".lock")) << "every claim is released";
}

/// Two runs of which the first is stopped with claims, and the second waits for what they are of.
struct StoppedAndWaiting {
  explicit StoppedAndWaiting(const Workbench& bench) : first(bench.start(run_small("2"), "first.txt")) {
    if (!bench.stop_with_claims(first))
      throw std::runtime_error("the first run has ended: " + bench.read("first.txt"));
    second = bench.start(run_small("2"), "second.txt");
    while (!bench.has_printed("waiting for other runs", "second.txt") &&
           ::waitpid(second, nullptr, WNOHANG) == 0)
      std::this_thread::sleep_for(10ms);
  }
  pid_t first, second = 0;
};

TEST(SharedResults, ARunWaitsForWhatAnotherHasUnderWayAndTakesOverWhenItDies) {
  const Workbench bench(2000);
  const auto [first, second] = StoppedAndWaiting(bench);
  EXPECT_THAT(bench.read("second.txt"), HasSubstr("process " + std::to_string(first)));
  EXPECT_LT(bench.outcomes().size(), cells);
  ::kill(first, SIGKILL);
  EXPECT_EQ(Workbench::wait(first), 128 + SIGKILL);
  EXPECT_EQ(Workbench::wait(second), 0) << bench.read("second.txt");
  EXPECT_EQ(bench.outcomes().size(), cells);
}

TEST(SharedResults, ARunThatWaitsPicksUpWhatTheOtherFinishes) {
  const Workbench bench(2000);
  const auto [first, second] = StoppedAndWaiting(bench);
  ::kill(first, SIGCONT);
  EXPECT_EQ(Workbench::wait(first), 0) << bench.read("first.txt");
  EXPECT_EQ(Workbench::wait(second), 0) << bench.read("second.txt");
  EXPECT_THAT(bench.read("second.txt"), HasSubstr("by another run"));
  EXPECT_EQ(computed(bench.read("first.txt")).size() + computed(bench.read("second.txt")).size(), cells);
}

}  // namespace
}  // namespace sketchbench
