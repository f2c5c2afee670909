#include <sketchbench/data/fetch/file_lock.hpp>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <future>
#include <thread>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/system/file.hpp>
#include "support/temporary_folder.hpp"

namespace sketchbench {
namespace {

using testing::HasSubstr;
using testing_support::message_of;

class FileLockTest : public testing::Test {
 protected:
  const testing_support::TemporaryFolder folder;
  const std::filesystem::path file = folder / "a.lock";
};

TEST_F(FileLockTest, LeavesNoFile) {
  { const FileLock lock(file); }
  EXPECT_FALSE(std::filesystem::exists(file));
}

TEST_F(FileLockTest, AFileOfSomebodysOwnServesAsItStands) {
  for (const char* text : {"notes\n", "0123abcd 4711 and more\n", "0123abcd 4711", "0123ABCD 4711\n"}) {
    folder.write("a.lock", text);
    EXPECT_FALSE(FileLock::names_holder(file)) << text;
    {
      const FileLock lock(file);
      EXPECT_FALSE(FileLock::if_free(file));
      EXPECT_EQ(read_file(file), text);
    }
    EXPECT_EQ(read_file(file), text);
  }
  folder.write("a.lock", "0123abcd 4711\n");
  EXPECT_TRUE(FileLock::names_holder(file));
  { const FileLock lock(file); }
  EXPECT_FALSE(std::filesystem::exists(file));
}

TEST_F(FileLockTest, IsHeldByOneOnly) {
  std::atomic<int> holders{0}, most{0};
  std::vector<std::jthread> threads;
  for (int i = 0; i < 8; ++i)
    threads.emplace_back([&] {
      for (int round = 0; round < 20; ++round) {
        const FileLock lock(file);
        const int now = ++holders;
        if (now > most) most = now;
        std::this_thread::yield();
        --holders;
      }
    });
  threads.clear();
  EXPECT_EQ(most, 1);
  EXPECT_FALSE(std::filesystem::exists(file));
}

TEST_F(FileLockTest, SaysWhatItWaitsForAndWhoHoldsIt) {
  auto lock = FileLock::if_free(file);
  ASSERT_TRUE(lock.has_value());
  std::promise<std::string> news;
  std::jthread waiting([&] {
    bool told = false;
    const FileLock other(file, [&](std::string_view line) {
      if (!told) news.set_value(std::string(line));
      told = true;
    });
  });
  const std::string line = news.get_future().get();  // while it waits, or this test does not end
  EXPECT_EQ(line,
            fmt::format("waiting for {}, which process {} of this machine holds", file.string(), ::getpid()));
  lock.reset();
}

TEST_F(FileLockTest, IsNotHeldByALeftOverFile) {
  folder.write("a.lock", "0badcafe 12\n");
  EXPECT_FALSE(FileLock::is_held(file));
  {
    const auto lock = FileLock::if_free(file);
    ASSERT_TRUE(lock.has_value());
    EXPECT_TRUE(FileLock::is_held(file));
    EXPECT_FALSE(FileLock::if_free(file).has_value());
  }
  EXPECT_FALSE(FileLock::is_held(file));
}

TEST_F(FileLockTest, FollowsNoLinkAndWaitsForNoPipe) {
  const auto elsewhere = folder.write("elsewhere", "precious");
  std::filesystem::create_symlink(elsewhere, file);
  EXPECT_THROW(FileLock{file}, Error);
  EXPECT_EQ(read_file(elsewhere), "precious");
  std::filesystem::remove(file);
  ASSERT_EQ(::mkfifo(file.c_str(), 0600), 0);
  EXPECT_THAT(message_of<InputError>([&] { FileLock{file}; }), HasSubstr("expected a regular file"));
}

}  // namespace
}  // namespace sketchbench
