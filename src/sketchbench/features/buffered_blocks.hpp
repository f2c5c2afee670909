#pragma once
#include <memory>
#include <utility>
#include <vector>

#include <sketchbench/core/rows.hpp>
#include <sketchbench/core/threads.hpp>

namespace sketchbench {

// For maps that go through values of another kind on their way to features: rows are mapped in blocks, each
// thread with buffers of its own for what is between.

/// Rows of a block, unless there are fewer.
inline constexpr Index rows_of_buffered_block = 48;

/// Values that a thread's two buffers hold for each row of a block.
struct BufferWidths {
  Index first = 0, second = 0;
};

/// Bytes of a thread's buffers with values of type T.
template <class T>
double buffers_memory(BufferWidths widths) {
  return static_cast<double>(sizeof(T)) * static_cast<double>(rows_of_buffered_block) *
         (static_cast<double>(widths.first) + static_cast<double>(widths.second));
}

/// Calls body(rows, z, first, second) for each block of rows of x, with their rows of z and the thread's
/// buffers, whose values are those that the block before left.
template <class T, class Body>
void for_buffered_blocks(const Rows& x, MatrixRef z, int threads, BufferWidths widths, const Body& body) {
  const auto buffer = [](Index width) {
    return std::make_shared<std::vector<T>>(static_cast<std::size_t>(rows_of_buffered_block * width));
  };
  const auto on_each_thread = [&]() -> BlockBody {
    return [&, first = buffer(widths.first), second = buffer(widths.second)](Index begin, Index end) {
      body(x.slice(begin, end), z.slice(begin, end), first->data(), second->data());
    };
  };
  parallel_blocks_with(x.size(), rows_of_buffered_block, threads, on_each_thread);
}

}  // namespace sketchbench
