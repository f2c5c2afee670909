#include <sketchbench/core/system/file.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <csignal>
#include <cstring>
#include <fstream>
#include <string>

#include <sketchbench/core/error.hpp>
#include "support/temporary_folder.hpp"

namespace sketchbench {
namespace {

using testing::HasSubstr;
using testing_support::message_of;
using testing_support::TemporaryFolder;

std::size_t files_in(const std::filesystem::path& folder) {
  std::size_t count = 0;
  for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(folder)) ++count;
  return count;
}

TEST(AtomicFile, NothingIsThereBeforeTheCommitAndAllOfItAfter) {
  const TemporaryFolder folder;
  {
    AtomicFile file(folder / "a");
    file.write("header ");
    file.write("body");
    file.write("!");
    EXPECT_FALSE(std::filesystem::exists(folder / "a"));
    file.commit();
  }
  EXPECT_EQ(read_file(folder / "a"), "header body!");
  EXPECT_EQ(files_in(folder.path()), 1u);
}

TEST(AtomicFile, WithoutACommitTheOldFileStaysAndNoTemporaryIsLeft) {
  const TemporaryFolder folder;
  folder.write("a", "old");
  {
    AtomicFile file(folder / "a");
    file.write("half of the new");
  }
  EXPECT_EQ(read_file(folder / "a"), "old");
  EXPECT_EQ(files_in(folder.path()), 1u);
}

/// Lets no file of this process grow beyond some bytes: to a writer it looks like a disk that is full.
class SmallDisk {
 public:
  explicit SmallDisk(rlim_t bytes) {
    ::getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit small{bytes, before_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &small);
    handler_ = std::signal(SIGXFSZ, SIG_IGN);
  }
  ~SmallDisk() {
    ::setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, handler_);
  }

 private:
  rlimit before_{};
  void (*handler_)(int) = SIG_DFL;
};

TEST(AtomicFile, ADiskThatFillsUpIsAnErrorAndLeavesNothing) {
  const TemporaryFolder folder;
  folder.write("a", "old");
  std::string message;
  {
    const SmallDisk disk(1000);
    message = message_of<Error>([&] { write_file_atomically(folder / "a", std::string(5000, 'x')); });
  }
  EXPECT_THAT(message, HasSubstr("cannot write"));
  EXPECT_EQ(read_file(folder / "a"), "old");
  EXPECT_EQ(files_in(folder.path()), 1u);
}

TEST(AtomicFile, AFolderThatCannotBeMadeIsNamed) {
  const TemporaryFolder folder;
  folder.write("file", "");
  EXPECT_THAT(message_of<Error>([&] { write_file_atomically(folder / "file/below/a", ""); }),
              HasSubstr("file/below"));
}

TEST(MappedFile, ShowsTheBytes) {
  const TemporaryFolder folder;
  const MappedFile mapped(folder.write("a", "some bytes"));
  ASSERT_EQ(mapped.bytes().size(), 10u);
  EXPECT_EQ(std::memcmp(mapped.bytes().data(), "some bytes", 10), 0);
  EXPECT_EQ(MappedFile(folder.write("empty", "")).bytes().size(), 0u);
  EXPECT_THAT(message_of<Error>([&] { MappedFile(folder / "none"); }), HasSubstr("none"));
}

/// Bytes of mapped files in this process's memory.
std::size_t resident_file_bytes() {
  std::ifstream in("/proc/self/status");
  for (std::string line; std::getline(in, line);)
    if (line.starts_with("RssFile:")) return 1024 * std::stoul(line.substr(8));
  return 0;
}

TEST(MappedFile, WhatIsSetAsideLeavesMemoryAndIsThereWhenItIsRead) {
  const TemporaryFolder folder;
  std::string text;
  for (std::size_t i = 0; i < (std::size_t{16} << 20); ++i) text += static_cast<char>('a' + i % 23);
  const MappedFile mapped(folder.write("large", text));
  const auto same = [&] { return std::memcmp(mapped.bytes().data(), text.data(), text.size()) == 0; };
  ASSERT_TRUE(same());
  const std::size_t before = resident_file_bytes();
  mapped.set_aside(mapped.bytes().subspan(1000, 12 << 20));
  EXPECT_LT(resident_file_bytes() + (std::size_t{11} << 20), before);
  EXPECT_TRUE(same());
  mapped.set_aside(mapped.bytes().subspan(10, 20));  // less than a page
  mapped.set_aside({});
  EXPECT_TRUE(same());
}

TEST(ReadFile, MissingFilesAndFoldersAreNamed) {
  const TemporaryFolder folder;
  EXPECT_THAT(message_of<InputError>([&] { read_file(folder / "none"); }), HasSubstr("none"));
  EXPECT_THAT(message_of<InputError>([&] { read_file(folder.path()); }), HasSubstr("folder"));
}

}  // namespace
}  // namespace sketchbench
