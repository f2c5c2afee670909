#pragma once
#include <functional>

#include "base/types.hpp"

namespace sketchbench {

/// Calls body(begin, end) for consecutive blocks of at most `block` out of [0, count), on `threads` threads
/// (1 runs on the caller's). Blocks are handed out dynamically; body must not care about their order.
/// The first exception of any block is thrown again here, after all threads have stopped.
void parallel_blocks(Index count, Index block, int threads,
                     const std::function<void(Index begin, Index end)>& body);

}  // namespace sketchbench
