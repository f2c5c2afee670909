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

/// Prepared data are read through a mapping, where the disk's error comes as a signal.
constexpr Strike bad_sector{.kinds = bit(CallKind::map), .action = Action::bad_sector};

TEST(BadSector, OfPreparedDataIsSaidByARunWithTheFile) {
  Attack attack({}, run_pair);
  EXPECT_EQ(attack.hit_each(bad_sector), 4u)
      << "once when they have been prepared, once for their labels, and for each cell";
}

TEST(BadSector, OfPreparedDataIsSaidByACheckOfThemWithTheFile) {
  Attack attack({fetch_points}, {"datasets", "verify", "points", "--mirror", "mirror"});
  EXPECT_EQ(attack.hit_each(bad_sector), 1u);
}

TEST(BadSector, OfPreparedDataIsSaidByTheDoctorWithTheFile) {
  Attack attack({fetch_points}, {"doctor", "--mirror", "mirror"});
  EXPECT_EQ(attack.hit_each(bad_sector), 1u);
}

}  // namespace
}  // namespace sketchbench::faults
