#include <sketchbench/harness/worker/child_process.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <thread>

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
  killed.kill_group();
  EXPECT_EQ(killed.wait().signal, SIGKILL);
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
