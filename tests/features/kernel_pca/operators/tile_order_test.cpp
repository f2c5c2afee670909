#include <sketchbench/features/kernel_pca/operators/tile_order.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <mutex>
#include <set>
#include <vector>

namespace sketchbench {
namespace {

using Order = std::vector<std::vector<Index>>;  ///< the partners of every block, in their order

Order visited(Index blocks, int threads) {
  Order order(static_cast<std::size_t>(blocks));
  std::vector<std::atomic<int>> busy(static_cast<std::size_t>(blocks));
  std::mutex mutex;
  for_each_tile(blocks, threads, [&](Index i, Index j) {
    const auto a = static_cast<std::size_t>(i), b = static_cast<std::size_t>(j);
    EXPECT_EQ(busy[a]++, 0);
    if (a != b) {
      EXPECT_EQ(busy[b]++, 0);
    }
    {
      const std::lock_guard lock(mutex);
      EXPECT_GE(i, j);
      order[a].push_back(j);
      if (a != b) order[b].push_back(i);
    }
    --busy[a];
    if (a != b) --busy[b];
  });
  return order;
}

TEST(TileOrder, BringsEveryTwoBlocksTogetherOnceAndInTheSameOrder) {
  for (const Index blocks : {0, 1, 2, 3, 8, 13}) {
    const Order alone = visited(blocks, 1);
    for (const std::vector<Index>& partners : alone) {
      EXPECT_EQ(static_cast<Index>(partners.size()), blocks);
      EXPECT_EQ(static_cast<Index>(std::set(partners.begin(), partners.end()).size()), blocks);
    }
    for (const int threads : {2, 3, 8})
      for (int repeat = 0; repeat < 20; ++repeat) EXPECT_EQ(visited(blocks, threads), alone) << blocks;
  }
}

}  // namespace
}  // namespace sketchbench
