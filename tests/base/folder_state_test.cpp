#include "base/folder_state.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "support/temporary_folder.hpp"

namespace sketchbench {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing_support::TemporaryFolder;

constexpr double unlimited = std::numeric_limits<double>::infinity();

TEST(FolderState, OfAMissingFolderIsThatOfTheNearestAbove) {
  const TemporaryFolder folder;
  EXPECT_EQ(state_of(folder / "a/b/").folder, folder.path());
  EXPECT_EQ(state_of(folder.path()).folder, folder.path());
  EXPECT_EQ(state_of("none-of-this-name/below").folder, ".");
  EXPECT_GT(state_of("/").bytes_free, 0);
}

TEST(FolderState, TooLittleRoomIsToldWithTheNumbers) {
  EXPECT_EQ(shortage_in({.folder = "a", .bytes_free = 5e9, .files_free = 1e6}), "");
  EXPECT_EQ(shortage_in({.folder = "a", .bytes_free = 5e9, .files_free = unlimited}), "");
  EXPECT_EQ(shortage_in({.folder = "a", .bytes_free = 42e6, .files_free = 1e6}),
            "42.0 MB are free, expected at least 1.00 GB");
  EXPECT_THAT(shortage_in({.folder = "a", .bytes_free = 5e9, .files_free = 12}),
              AllOf(HasSubstr("12 more files"), HasSubstr("at least 10000")));
}

TEST(FolderState, WhetherAFileCanBeMadeIsTriedAndLeavesNothing) {
  const TemporaryFolder folder;
  EXPECT_EQ(why_not_writable(folder.path()), "");
  EXPECT_EQ(why_not_writable(folder / "missing/below"), "");
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
  EXPECT_THAT(why_not_writable("/proc/self"), HasSubstr("cannot write"));
  EXPECT_THAT(why_not_writable(folder.write("file", "")), Not(IsEmpty()));
}

}  // namespace
}  // namespace sketchbench
