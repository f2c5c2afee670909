#pragma once
#include <functional>

#include <sketchbench/core/types.hpp>

namespace sketchbench {

/// Calls visit(I, J), I >= J, once for each tile of the lower triangle of blocks x blocks tiles, on `threads`
/// threads. Two calls at the same time never share a block, be it as row or as column, and the calls of a
/// block always come in the same order: a visit may add to what belongs to its two blocks, in place, and the
/// sums do not depend on the number of threads. `visit` may not throw.
///
/// Tiles come in rounds as in a tournament: in round r, block I meets block (r - I) modulo the number of
/// blocks. A visit waits for its blocks' visits of the round before, and not for the whole round.
void for_each_tile(Index blocks, int threads, const std::function<void(Index, Index)>& visit);

}  // namespace sketchbench
