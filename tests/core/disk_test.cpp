#include <sketchbench/core/system/disk.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include <sketchbench/core/error.hpp>
#include "support/temporary_folder.hpp"

namespace sketchbench {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing_support::message_of;
using testing_support::TemporaryFolder;

constexpr double unlimited = std::numeric_limits<double>::infinity();

TEST(Disk, AFolderThatIsStillToBeMadeHasTheSpaceOfTheOneAboveIt) {
  const TemporaryFolder folder;
  EXPECT_GT(free_disk_space(folder.path()), 0);
  EXPECT_GT(free_disk_space(folder / "not" / "yet"), 0);
  EXPECT_LT(free_disk_space(folder / "not" / "yet"), 1e30) << "it is known";
}

TEST(Disk, WhatDoesNotFitIsRefusedWithTheNumbers) {
  const TemporaryFolder folder;
  require_disk_space(1, folder.path(), "a byte");
  EXPECT_THAT(message_of<Error>([&] { require_disk_space(1e24, folder.path(), "a file"); }),
              AllOf(HasSubstr("a file needs "), HasSubstr(folder.path().string()), HasSubstr(" are free")));
}

TEST(Disk, OfAMissingFolderIsThatOfTheNearestAbove) {
  const TemporaryFolder folder;
  EXPECT_EQ(disk_of(folder / "a/b/").folder, folder.path());
  EXPECT_EQ(disk_of(folder.path()).folder, folder.path());
  EXPECT_EQ(disk_of("none-of-this-name/below").folder, ".");
  EXPECT_GT(disk_of("/").bytes_free, 0);
}

TEST(Disk, TooLittleRoomIsToldWithTheNumbers) {
  EXPECT_EQ(shortage_on({.folder = "a", .bytes_free = 5e9, .files_free = 1e6}), "");
  EXPECT_EQ(shortage_on({.folder = "a", .bytes_free = 5e9, .files_free = unlimited}), "");
  EXPECT_EQ(shortage_on({.folder = "a", .bytes_free = 42e6, .files_free = 1e6}),
            "42.0 MB are free, expected at least 1.00 GB");
  EXPECT_THAT(shortage_on({.folder = "a", .bytes_free = 5e9, .files_free = 12}),
              AllOf(HasSubstr("12 more files"), HasSubstr("at least 10000")));
}

TEST(Disk, WhetherAFileCanBeMadeIsTriedAndLeavesNothing) {
  const TemporaryFolder folder;
  EXPECT_EQ(why_not_writable(folder.path()), "");
  EXPECT_EQ(why_not_writable(folder / "missing/below"), "");
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
  EXPECT_THAT(why_not_writable("/proc/self"), HasSubstr("cannot write"));
  EXPECT_THAT(why_not_writable(folder.write("file", "")), Not(IsEmpty()));
}

}  // namespace
}  // namespace sketchbench
