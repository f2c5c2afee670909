#include <sketchbench/core/system/memory.hpp>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <limits>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/system/proc_file.hpp>
#include "support/environment.hpp"
#include "support/temporary_folder.hpp"

namespace sketchbench {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing_support::EnvironmentVariable;
using testing_support::message_of;
using testing_support::TemporaryFolder;

constexpr double unlimited = std::numeric_limits<double>::infinity();

TEST(Memory, UsableIsALittleLessThanAvailable) {
  EXPECT_GT(available_memory(), 0);
  EXPECT_LT(usable_memory(), available_memory() * 0.95) << "or other processes freed as much meanwhile";
}

TEST(Memory, ALimitOnTheAddressSpaceCounts) {
  double pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_AS, &before), 0);
  const double left = 200e6;
  const rlimit small{static_cast<rlim_t>(pages * static_cast<double>(::sysconf(_SC_PAGESIZE)) + left),
                     before.rlim_max};
  ASSERT_EQ(::setrlimit(RLIMIT_AS, &small), 0);
  const double available = available_memory();
  ::setrlimit(RLIMIT_AS, &before);
  EXPECT_LE(available, left + 1e6);  // what the test itself has given back in between
  EXPECT_GT(available, left / 2);
}

TEST(Memory, WhatDoesNotFitIsRefusedWithTheNumbers) {
  require_memory(1, "one byte");
  const std::string message =
      message_of<InputError>([] { require_memory(3e18, "the matrix of kernel values"); });
  EXPECT_THAT(message, AllOf(HasSubstr("the matrix of kernel values needs about 3000000000.00 GB of memory"),
                             HasSubstr("are free")));
}

TEST(Memory, WhatTheUserAllowsCounts) {
  double pages = 0, resident = 0, of_files = 0;
  std::ifstream("/proc/self/statm") >> pages >> resident >> of_files;
  const double used = (resident - of_files) * static_cast<double>(::sysconf(_SC_PAGESIZE));
  {
    const EnvironmentVariable limit("SKETCHBENCH_MEMORY", fmt::format("{:.0f}", used + 100e6));
    EXPECT_LT(available_memory(), 120e6);
    EXPECT_GT(available_memory(), 50e6);
    EXPECT_THROW(require_memory(150e6, "a matrix"), MemoryShortage);
  }
  {
    const EnvironmentVariable limit("SKETCHBENCH_MEMORY", "1");
    EXPECT_EQ(available_memory(), 0);
  }
  for (const std::string wrong : {"much", "8 GB", "-1", "0", "nan"}) {
    const EnvironmentVariable limit("SKETCHBENCH_MEMORY", wrong);
    EXPECT_THAT(message_of<InputError>([] { available_memory(); }),
                HasSubstr("SKETCHBENCH_MEMORY is \"" + wrong));
  }
}

TEST(Memory, AVectorGrowsByDoublingsAsLongAsThereIsMemoryForIt) {
  std::vector<double> items;
  int growths = 0;
  for (int i = 0; i < 100'000; ++i) {
    const std::size_t before = items.capacity();
    make_room(items, 1, "the numbers");
    growths += items.capacity() > before ? 1 : 0;
    items.push_back(i);
  }
  EXPECT_LT(growths, 20);
  const EnvironmentVariable limit("SKETCHBENCH_MEMORY", "1");
  make_room(items, items.capacity() - items.size(), "what is there already");
  const std::size_t before = items.capacity();
  EXPECT_THAT(message_of<MemoryShortage>([&] { make_room(items, 10'000'000, "the numbers"); }),
              AllOf(HasSubstr("the numbers needs about"), HasSubstr(" of memory, 0 B are free")));
  EXPECT_EQ(items.capacity(), before) << "nothing was allocated";
}

TEST(StateOfAProcess, IsReadBehindANameOfAnyLetters) {
  char before[16] = "";
  ASSERT_EQ(::prctl(PR_GET_NAME, before), 0);
  const auto usual = state_of_process(::getpid());
  ASSERT_TRUE(usual);
  ASSERT_EQ(::prctl(PR_SET_NAME, "a) Z 1\n(b) X"), 0);
  const auto odd = state_of_process(::getpid());
  ::prctl(PR_SET_NAME, before);
  ASSERT_TRUE(odd);
  EXPECT_FALSE(odd->ended);
  EXPECT_EQ(odd->started, usual->started);
}

TEST(StateOfAProcess, TellsWhatHasEndedAndWhatIsNotThere) {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(0);
  siginfo_t end;
  ASSERT_EQ(::waitid(P_PID, static_cast<id_t>(child), &end, WEXITED | WNOWAIT), 0);
  const auto state = state_of_process(child);
  ::waitpid(child, nullptr, 0);
  ASSERT_TRUE(state);
  EXPECT_TRUE(state->ended);
  EXPECT_FALSE(state_of_process(child));
}

TEST(ControlGroups, TheLeastThatAGroupAndThoseAboveItLeaveCounts) {
  const TemporaryFolder folder;
  folder.write("memory.max", "max\n");
  folder.write("slice/memory.max", "1000\n");
  folder.write("slice/memory.current", "900\n");
  folder.write("slice/memory.stat", "anon 500\nfile 400\ninactive_file 250\nactive_file 50\n");
  folder.write("slice/job/memory.max", "5000\n");
  folder.write("slice/job/memory.current", "100\n");
  EXPECT_DOUBLE_EQ(memory_left_by_control_groups(folder.path(), "0::/slice/job\n"), 400)
      << "1000, of which 900 are used, 300 of them by cached files";
  EXPECT_DOUBLE_EQ(memory_left_by_control_groups(folder.path(), "0::/\n"), unlimited);
}

TEST(ControlGroups, TheFirstVersionIsReadAsWell) {
  const TemporaryFolder folder;
  folder.write("memory/box/memory.limit_in_bytes", "1000\n");
  folder.write("memory/box/memory.usage_in_bytes", "700\n");
  folder.write("memory/box/memory.stat", "cache 1\ntotal_inactive_file 100\ntotal_active_file 0\n");
  const char* groups = "9:name=systemd:/box\n4:cpu,memory:/box\n0::/\n";
  EXPECT_DOUBLE_EQ(memory_left_by_control_groups(folder.path(), groups), 400);
}

TEST(ControlGroups, NothingKnownIsNoLimitAndTooMuchUsedLeavesNothing) {
  const TemporaryFolder folder;
  EXPECT_DOUBLE_EQ(memory_left_by_control_groups(folder.path(), ""), unlimited);
  EXPECT_DOUBLE_EQ(memory_left_by_control_groups(folder.path(), "no colons\n0::/none"), unlimited);
  folder.write("memory.max", "1000");
  folder.write("memory.current", "2000");
  EXPECT_DOUBLE_EQ(memory_left_by_control_groups(folder.path(), "0::/"), 0);
}

}  // namespace
}  // namespace sketchbench
