// A file mapped, and data prepared from a mirror, with one fault at each of the calls.
#include <gtest/gtest.h>

#include "faults/attack.hpp"

namespace sketchbench::faults {
namespace {

TEST(MapWithFaults, AFullDiskIsSaidAndTheOlderFileStays) {
  Attack attack(older_mapping(), map_points);
  EXPECT_GT(attack.hit_each({.kinds = filling, .error = ENOSPC}), 5u);
  EXPECT_GT(attack.hit_each({.kinds = filling, .hits = from_there_on, .error = ENOSPC}), 5u);
}

TEST(MapWithFaults, ABrokenDiskIsSaidAndTheOlderFileStays) {
  Attack attack(older_mapping(), map_points);
  EXPECT_GT(attack.hit_each({.kinds = storing | reading, .error = EIO}), 8u);
}

TEST(MapWithFaults, ShortWritesShortReadsAndSignalsAreOvercome) {
  Attack attack(older_mapping(), map_points);
  constexpr std::uint32_t transfers = bit(CallKind::write) | bit(CallKind::read);
  EXPECT_GT(attack.hit_each({.kinds = transfers, .action = Action::cut_short}, Promise::overcome), 4u);
  EXPECT_GT(attack.hit_each({.kinds = transfers, .error = EINTR}, Promise::overcome), 4u);
}

TEST(FetchWithFaults, AFullDiskIsSaidAndTheNextFetchPreparesTheSame) {
  Attack attack({}, fetch_points);
  EXPECT_GT(attack.hit_each({.kinds = filling, .error = ENOSPC}), 10u);
  EXPECT_GT(attack.hit_each({.kinds = filling, .hits = from_there_on, .error = ENOSPC}), 10u);
}

TEST(FetchWithFaults, ABrokenDiskIsSaidAndTheNextFetchPreparesTheSame) {
  Attack attack({}, fetch_points);
  EXPECT_GT(attack.hit_each({.kinds = storing | reading, .error = EIO}), 20u);
}

TEST(FetchWithFaults, ShortWritesShortReadsAndSignalsAreOvercome) {
  Attack attack({}, fetch_points);
  constexpr std::uint32_t transfers = bit(CallKind::write) | bit(CallKind::read);
  EXPECT_GT(attack.hit_each({.kinds = transfers, .action = Action::cut_short}, Promise::overcome), 10u);
  EXPECT_GT(attack.hit_each({.kinds = transfers, .error = EINTR}, Promise::overcome), 10u);
}

}  // namespace
}  // namespace sketchbench::faults
