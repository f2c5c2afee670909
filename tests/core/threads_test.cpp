#include <sketchbench/core/threads.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>
#include <vector>

namespace sketchbench {
namespace {

TEST(ParallelBlocks, VisitsEveryIndexOnceForAnyShape) {
  for (const Index count : {0, 1, 7, 100})
    for (const Index block : {1, 3, 100, 1000})
      for (const int threads : {1, 2, 5}) {
        std::vector<std::atomic<int>> visits(static_cast<std::size_t>(count));
        parallel_blocks(count, block, threads, [&](Index begin, Index end) {
          EXPECT_LE(end - begin, block);
          for (Index i = begin; i < end; ++i) ++visits[static_cast<std::size_t>(i)];
        });
        for (const auto& v : visits) EXPECT_EQ(v, 1);
      }
}

TEST(ParallelBlocksWith, MakesOneBodyForEachThread) {
  for (const int threads : {1, 3}) {
    std::atomic<int> made = 0, visited = 0;
    parallel_blocks_with(50, 1, threads, [&]() -> BlockBody {
      ++made;
      return [&](Index, Index) { ++visited; };
    });
    EXPECT_EQ(made, threads);
    EXPECT_EQ(visited, 50);
  }
}

TEST(ParallelBlocks, PassesAnExceptionOn) {
  for (const int threads : {1, 4})
    EXPECT_THROW(parallel_blocks(100, 1, threads,
                                 [](Index begin, Index) {
                                   if (begin == 42) throw std::runtime_error("42");
                                 }),
                 std::runtime_error);
}

}  // namespace
}  // namespace sketchbench
