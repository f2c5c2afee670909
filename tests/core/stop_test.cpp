#include <sketchbench/core/stop.hpp>

#include <gtest/gtest.h>

#include <atomic>

#include <sketchbench/core/threads.hpp>

namespace sketchbench {
namespace {

TEST(StopScope, WithoutOneNothingStops) {
  EXPECT_NO_THROW(require_going());
  EXPECT_FALSE(current_stop_token().stop_possible());
}

TEST(StopScope, EndsWhatItsThreadComputesOnceAsked) {
  std::stop_source source;
  const StopScope scope(source.get_token());
  EXPECT_NO_THROW(require_going());
  source.request_stop();
  EXPECT_THROW(require_going(), Stopped);
}

TEST(StopScope, IsOverAtItsEndAndTheOneAroundItCountsAgain) {
  std::stop_source outer, inner;
  inner.request_stop();
  const StopScope around(outer.get_token());
  {
    const StopScope scope(inner.get_token());
    EXPECT_THROW(require_going(), Stopped);
  }
  EXPECT_NO_THROW(require_going());
  outer.request_stop();
  EXPECT_THROW(require_going(), Stopped);
}

TEST(StopScope, EndsBlocksOnEveryThread) {
  for (const int threads : {1, 3}) {
    std::stop_source source;
    const StopScope scope(source.get_token());
    std::atomic<int> blocks = 0;
    EXPECT_THROW(parallel_blocks(1000, 1, threads,
                                 [&](Index, Index) {
                                   if (++blocks == 5) source.request_stop();
                                 }),
                 Stopped);
    EXPECT_GE(blocks, 5);
    EXPECT_LE(blocks, 5 + threads);  // each may have been within one
  }
}

TEST(StopScope, ReachesBlocksWithinBlocks) {
  std::stop_source source;
  const StopScope scope(source.get_token());
  std::atomic<int> inner = 0;
  EXPECT_THROW(parallel_blocks(2, 1, 2,
                               [&](Index, Index) {
                                 source.request_stop();
                                 parallel_blocks(100, 1, 2, [&](Index, Index) { ++inner; });
                               }),
               Stopped);
  EXPECT_EQ(inner, 0);
}

}  // namespace
}  // namespace sketchbench
