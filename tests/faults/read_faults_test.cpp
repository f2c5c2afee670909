// Disks that cannot be read, at each of the calls that read in turn.
#include <gtest/gtest.h>

#include "faults/attack.hpp"

namespace sketchbench::faults {
namespace {

TEST(UnreadableDisk, IsSaidByARunWhichGoesOnAfterwards) {
  Attack attack({}, run_pair);
  EXPECT_GT(attack.hit_each({.kinds = reading, .error = EIO}), 30u);
}

TEST(UnreadableDisk, IsSaidByAReportWhichTakesNoRecordForMissing) {
  Attack attack(older_report(), report_dozen);
  EXPECT_GT(attack.hit_each({.kinds = reading, .error = EIO}), 40u);
}

}  // namespace
}  // namespace sketchbench::faults
