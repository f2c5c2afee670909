// What a command that was killed in the middle of writing leaves is gone after the next.
#include <gtest/gtest.h>

#include "faults/attack.hpp"

namespace sketchbench::faults {
namespace {

constexpr Strike killed_before_renaming{.kinds = bit(CallKind::rename), .action = Action::kill_self};

TEST(StaleTemporaries, OfARunAreGoneAfterTheNext) {
  Attack attack({}, run_pair);
  EXPECT_GT(attack.hit_each(killed_before_renaming, Promise::recovers), 3u);
}

TEST(StaleTemporaries, OfTablesFiguresAndPageAreGoneAfterTheNextReport) {
  Attack attack(older_report(), report_dozen);
  EXPECT_EQ(attack.hit_each(killed_before_renaming, Promise::recovers), 7u);
}

TEST(StaleTemporaries, OfAMappedFileAreGoneAfterTheNextMap) {
  Attack attack(older_mapping(), map_points);
  EXPECT_EQ(attack.hit_each(killed_before_renaming, Promise::recovers), 1u);
}

TEST(StaleTemporaries, OfPreparedDataAreGoneAfterTheNextFetch) {
  Attack attack({}, fetch_points);
  EXPECT_EQ(attack.hit_each(killed_before_renaming, Promise::recovers), 1u);
}

}  // namespace
}  // namespace sketchbench::faults
