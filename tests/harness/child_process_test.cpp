#include <sketchbench/harness/worker/child_process.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <optional>
#include <thread>
#include <vector>

#include <sketchbench/core/system/descendants.hpp>
#include <sketchbench/harness/worker/interrupt.hpp>
#include "support/temporary_folder.hpp"

namespace sketchbench {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing_support::message_of;

std::string output_of(ChildProcess& process) {
  std::string output;
  while (process.read_output(output)) std::this_thread::yield();
  return output;
}

TEST(ChildProcess, ReportsHowItEnded) {
  ChildProcess normal({"/bin/sh", "-c", "cat; exit 3"}, "hello");
  EXPECT_EQ(output_of(normal), "hello");
  EXPECT_EQ(normal.wait().exit_code, 3);

  ChildProcess killed({"/bin/sh", "-c", "sleep 100"}, "");
  killed.kill();
  EXPECT_EQ(killed.wait().signal, SIGKILL);
}

bool is_running(pid_t process) {
  return std::filesystem::exists("/proc/" + std::to_string(process)) && ::kill(process, 0) == 0;
}

/// Waits for it; false when it does not come.
template <class Condition>
bool comes_true(Condition&& condition) {
  for (int looks = 0; looks < 1000; ++looks) {
    if (condition()) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return false;
}

// What it has started holds its pipes open, in a session of its own: that is no reason to wait.
TEST(ChildProcess, HasEndedWhoeverHoldsItsPipesOpen) {
  // Whoever is still in the program's group when that ends is ended with it, so it is waited for.
  const testing_support::TemporaryFolder folder;
  const std::string file = (folder / "apart").string();
  ChildProcess process({"/bin/sh", "-c",
                        "echo before; setsid sh -c 'touch " + file + "; exec sleep 300' & while [ ! -e " +
                            file + " ]; do sleep 0.01; done; exit 3"},
                       "");
  std::optional<ChildEnd> end;
  EXPECT_TRUE(comes_true([&] { return (end = process.try_wait()).has_value(); }));
  EXPECT_EQ(end->exit_code, 3);
  std::string output;
  EXPECT_TRUE(process.read_output(output)) << "still open";
  EXPECT_EQ(output, "before\n");
}

// One that ends after its file in /proc was opened cannot be read, which is no error. Where it was one, 1
// round in about 200 failed: that all of these pass by chance has a probability below 0.01.
TEST(Descendants, MayEndWhileTheyAreLookedFor) {
  for (int round = 0; round < 1000; ++round) {
    ChildProcess process(
        {"/bin/sh", "-c", "for i in 1 2 3 4 5 6 7 8; do (while :; do /bin/true; done) & done; wait"}, "");
    std::this_thread::sleep_for(std::chrono::milliseconds(4));
    EXPECT_NO_THROW(kill_descendants(process.pid()));
    process.kill();
    process.wait();
  }
}

TEST(ChildProcess, IsKilledWithAllThatItHasStarted) {
  const testing_support::TemporaryFolder folder;
  const std::string file = (folder / "numbers").string();
  ChildProcess process({"/bin/sh", "-c",
                        "setsid sh -c 'echo $$ >> " + file + "; setsid sh -c \"echo \\$\\$ >> " + file +
                            "; sleep 300\"; sleep 300' & sleep 300"},
                       "");
  std::vector<pid_t> started;
  ASSERT_TRUE(comes_true([&] {
    started.clear();
    std::ifstream numbers(file);
    for (pid_t number; numbers >> number;) started.push_back(number);
    return started.size() == 2;
  }));
  for (const pid_t one : started) EXPECT_TRUE(is_running(one));
  process.kill();
  EXPECT_EQ(process.wait().signal, SIGKILL);
  for (const pid_t one : started) EXPECT_TRUE(comes_true([&] { return !is_running(one); })) << one;
}

TEST(ChildProcess, AProgramThatCannotBeStartedIsAnErrorWithTheSystemsReason) {
  EXPECT_THAT(message_of<Error>([] { ChildProcess({"/no/such/program"}, ""); }),
              AllOf(HasSubstr("/no/such/program"), HasSubstr("No such file")));
  EXPECT_THAT(message_of<Error>([] { ChildProcess({"/etc/passwd"}, ""); }), HasSubstr("Permission denied"));
}

TEST(ChildProcess, WritingToOneThatHasGoneDoesNotEndThisProcess) {
  struct sigaction usual {
  }, before{};
  usual.sa_handler = SIG_DFL;
  ::sigaction(SIGPIPE, &usual, &before);
  const std::string more_than_a_pipe_holds(10'000'000, 'x');
  ChildProcess deaf({"/bin/true"}, more_than_a_pipe_holds);
  EXPECT_EQ(deaf.wait().exit_code, 0);
  ::sigaction(SIGPIPE, &before, nullptr);
}

TEST(ChildProcess, HearsOfItsEndWhereEndsOfChildrenAreIgnored) {
  struct sigaction ignore {
  }, before{};
  ignore.sa_handler = SIG_IGN;
  ::sigaction(SIGCHLD, &ignore, &before);
  ChildProcess process({"/bin/sh", "-c", "exit 7"}, "");
  EXPECT_EQ(process.wait().exit_code, 7);
  ::sigaction(SIGCHLD, &before, nullptr);
}

TEST(InterruptGuard, LeavesASignalIgnoredThatIsIgnored) {
  struct sigaction ignore {
  }, before{};
  ignore.sa_handler = SIG_IGN;
  ::sigaction(SIGINT, &ignore, &before);
  {
    const InterruptGuard guard;
    ::raise(SIGINT);
    EXPECT_FALSE(InterruptGuard::interrupted()) << "nohup and shells ask for that";
    ::raise(SIGTERM);
    EXPECT_TRUE(InterruptGuard::interrupted());
  }
  ::sigaction(SIGINT, &before, nullptr);
}

}  // namespace
}  // namespace sketchbench
