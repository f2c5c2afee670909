// Killing a run at any moment and starting it again gives the same tables.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <map>
#include <thread>

#include <sketchbench/core/json.hpp>
#include "cli/workbench.hpp"

namespace sketchbench {
namespace {

using testing::HasSubstr;
using testing_support::Workbench;

const std::vector<std::string> run_small = {"run", "configs/small.json", "--mirror", "mirror", "--jobs", "2"};

TEST(Resume, AKilledRunGoesOnAndEndsInTheSameRecords) {
  const Workbench whole;
  ASSERT_EQ(whole.run(run_small).exit_code, 0);
  const auto expected = whole.outcomes();
  ASSERT_EQ(expected.size(), 34u);

  const Workbench broken;
  int interrupted = 0;
  for (const int milliseconds : {1, 20, 60, 90, 120, 150}) {
    const pid_t process = broken.start(run_small);
    std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
    ::kill(process, SIGKILL);
    interrupted += Workbench::wait(process) == 128 + SIGKILL ? 1 : 0;
    for (const auto& [file, outcome] : broken.outcomes())
      EXPECT_EQ(outcome, expected.at(file));  // never a half record
  }
  EXPECT_GT(interrupted, 0);
  ASSERT_EQ(broken.run(run_small).exit_code, 0);
  EXPECT_EQ(broken.outcomes(), expected);
  EXPECT_THAT(broken.run(run_small).output, HasSubstr("nothing to run: 34 cells have a record"));
}

TEST(Resume, ASignalWhileDataArePreparedIsOneLikeAnyOther) {
  const Workbench bench(200'000);
  const pid_t process = bench.start(run_small);
  while (!bench.has_printed("reading quadrants")) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  ::kill(process, SIGTERM);
  EXPECT_EQ(Workbench::wait(process), 130);
  EXPECT_THAT(bench.read("output.txt"), HasSubstr("the same command goes on from here"));
  for (const std::string& file : bench.files("datasets/cache/prepared"))
    EXPECT_FALSE(file.ends_with(".lock"));
}

TEST(Resume, ASignalStopsWithCode130AndSaysHowToGoOn) {
  const Workbench bench(20'000);  // cells that last long enough to be interrupted
  const pid_t process = bench.start(run_small);
  // Until the first line of progress, the data are being prepared and the signal's default action would do.
  while (!bench.has_printed("cells to run")) std::this_thread::sleep_for(std::chrono::milliseconds(5));
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  ::kill(process, SIGINT);
  EXPECT_EQ(Workbench::wait(process), 130);
  EXPECT_THAT(bench.read("output.txt"), HasSubstr("the same command goes on from here"));
}

TEST(Resume, ReportsCanBeMadeFromAnUnfinishedRun) {
  const Workbench bench;
  auto part = run_small;
  part.insert(part.end(), {"--only", "seed=1,2"});
  ASSERT_EQ(bench.run(part).exit_code, 0);
  const auto report = bench.run({"report", "configs/small.json", "--format", "csv"});
  EXPECT_EQ(report.exit_code, 0);
  EXPECT_THAT(report.output, HasSubstr("partial"));
  EXPECT_THAT(report.output, HasSubstr("missing"));
}

}  // namespace
}  // namespace sketchbench
