#pragma once
#include <sketchbench/core/threads.hpp>
#include <sketchbench/learners/row_blocks.hpp>

namespace sketchbench {

/// Rows that a thread makes or reads at once. What is summed over rows is summed for each block of them, and
/// the blocks' sums in their order: so no number of threads changes a bit.
inline constexpr Index rows_per_block = 256;

/// Calls body(begin, block) for rows first .. last - 1, block by block.
template <class Body>
void for_each_block(const RowBlocks& rows, Index first, Index last, int threads, Body&& body) {
  parallel_blocks_with(last - first, rows_per_block, threads, [&]() -> BlockBody {
    return [&, workspace = RowMajorMatrix()](Index begin, Index end) mutable {
      body(first + begin, rows.block(first + begin, first + end, workspace));
    };
  });
}

}  // namespace sketchbench
