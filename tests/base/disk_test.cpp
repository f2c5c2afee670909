#include "base/disk.hpp"

#include <gmock/gmock.h>

#include "base/error.hpp"
#include "support/temporary_folder.hpp"

namespace sketchbench {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing_support::message_of;
using testing_support::TemporaryFolder;

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

}  // namespace
}  // namespace sketchbench
