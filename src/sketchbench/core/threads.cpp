#include <sketchbench/core/threads.hpp>

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

#include <sketchbench/core/stop.hpp>

namespace sketchbench {

void parallel_blocks(Index count, Index block, int threads, const BlockBody& body) {
  // A reference: all threads share the body.
  parallel_blocks_with(count, block, threads,
                       [&]() -> BlockBody { return [&](Index begin, Index end) { body(begin, end); }; });
}

void parallel_blocks_with(Index count, Index block, int threads,
                          const std::function<BlockBody()>& make_body) {
  if (count <= 0) return;
  block = std::max<Index>(block, 1);
  const Index blocks = (count + block - 1) / block;
  std::atomic<Index> next{0};
  std::atomic<bool> stop{false};
  std::exception_ptr failure;
  std::mutex failure_mutex;
  const std::stop_token asked = current_stop_token();

  const auto work = [&] {
    const StopScope scope(asked);
    try {
      const BlockBody body = make_body();
      for (Index b = next++; b < blocks && !stop; b = next++) {
        require_going();
        body(b * block, std::min(count, (b + 1) * block));
      }
    } catch (...) {
      stop = true;
      const std::lock_guard lock(failure_mutex);
      if (!failure) failure = std::current_exception();
    }
  };

  {
    std::vector<std::jthread> helpers;
    const Index extra = std::min<Index>(threads, blocks) - 1;
    try {
      for (Index t = 0; t < extra; ++t) helpers.emplace_back(work);
    } catch (const std::system_error&) {  // no more threads are allowed: those that there are do it all
    }
    work();
  }
  if (failure) std::rethrow_exception(failure);
}

}  // namespace sketchbench
