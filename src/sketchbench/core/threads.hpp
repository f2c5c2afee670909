#pragma once
#include <functional>

#include <sketchbench/core/types.hpp>

namespace sketchbench {

/// Calls body(begin, end) for consecutive blocks of at most `block` out of [0, count), on `threads` threads
/// (1 runs on the caller's). Blocks are handed out dynamically; body must not care about their order.
/// The first exception of any block is thrown again here, after all threads have stopped.
using BlockBody = std::function<void(Index begin, Index end)>;
void parallel_blocks(Index count, Index block, int threads, const BlockBody& body);

/// Likewise, with a body of its own for each thread, which `make_body` makes on that thread: for a body that
/// keeps a workspace.
void parallel_blocks_with(Index count, Index block, int threads, const std::function<BlockBody()>& make_body);

}  // namespace sketchbench
