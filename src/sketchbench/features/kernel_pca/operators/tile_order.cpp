#include <sketchbench/features/kernel_pca/operators/tile_order.hpp>

#include <atomic>
#include <vector>

#include <sketchbench/core/threads.hpp>

namespace sketchbench {
namespace {

/// Rounds that a block has behind it; on a cache line of its own.
struct alignas(64) Rounds {
  std::atomic<Index> done{0};

  void wait_for(Index round) const {
    for (Index seen = done.load(std::memory_order_acquire); seen != round;
         seen = done.load(std::memory_order_acquire))
      done.wait(seen, std::memory_order_acquire);
  }
  void finish(Index round) {
    done.store(round + 1, std::memory_order_release);
    done.notify_all();
  }
};

}  // namespace

void for_each_tile(Index blocks, int threads, const std::function<void(Index, Index)>& visit) {
  std::vector<Rounds> rounds(static_cast<std::size_t>(blocks));
  // Meetings are taken in this order, whatever the order of the calls below: all those that a visit waits for
  // have been taken before, and so it does not wait for ever.
  std::atomic<Index> next{0};
  parallel_blocks(blocks * blocks, 1, threads, [&](Index, Index) noexcept {
    const Index meeting = next++;
    const Index round = meeting / blocks, i = meeting % blocks;
    const Index j = (round - i + blocks) % blocks;
    if (i < j) return;  // the other one of the two brings it
    Rounds& of_i = rounds[static_cast<std::size_t>(i)];
    Rounds& of_j = rounds[static_cast<std::size_t>(j)];
    of_i.wait_for(round);
    of_j.wait_for(round);
    visit(i, j);
    of_i.finish(round);
    if (i != j) of_j.finish(round);
  });
}

}  // namespace sketchbench
