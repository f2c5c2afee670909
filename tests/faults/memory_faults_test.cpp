// Memory that the system refuses, at each of the larger allocations in turn: in the command itself, in its
// workers, and inside LIBLINEAR and LIBSVM, which do not look whether they were given any.
#include <gtest/gtest.h>

#include "faults/attack.hpp"

namespace sketchbench::faults {
namespace {

constexpr Strike no_memory{.kinds = bit(CallKind::allocate), .error = ENOMEM};
constexpr Strike no_memory_any_more{
    .kinds = bit(CallKind::allocate), .hits = from_there_on, .least_bytes = 1 << 14, .error = ENOMEM};

TEST(OutOfMemory, IsSaidByARunWhichGoesOnAfterwards) {
  Attack attack({}, run_pair);
  EXPECT_GT(attack.hit_each(no_memory), 40u);
}

TEST(OutOfMemory, IsSaidByARunThatGetsNoneAnyMore) {
  Attack attack({}, run_pair);
  EXPECT_GT(attack.hit_each(no_memory_any_more), 20u);
}

TEST(OutOfMemory, IsSaidByAReportAndTheOlderOneStays) {
  Attack attack(older_report(), report_dozen);
  EXPECT_GT(attack.hit_each(no_memory), 40u);
}

TEST(OutOfMemory, IsSaidByAMapAndTheOlderFileStays) {
  Attack attack(older_mapping(), map_points);
  EXPECT_GT(attack.hit_each(no_memory), 20u);
}

TEST(OutOfMemory, IsSaidByAFetchAndTheNextPreparesTheSame) {
  Attack attack({}, fetch_points);
  EXPECT_GT(attack.hit_each(no_memory), 20u);
}

}  // namespace
}  // namespace sketchbench::faults
