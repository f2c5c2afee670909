#include <sketchbench/learners/row_blocks.hpp>

namespace sketchbench {

RowBlock StoredRows::block(Index begin, Index end, RowMajorMatrix& workspace) const {
  const Rows part = rows_.slice(begin, end);
  if (!part.is_sparse()) {
    const Index stride = part.size() > 1 ? part.dense_row(1).data() - part.dense_row(0).data() : part.dim();
    return {part.size() > 0 ? part.dense_row(0).data() : nullptr, part.size(), part.dim(),
            Eigen::OuterStride<>(stride)};
  }
  workspace.setZero(part.size(), part.dim());
  for (Index i = 0; i < part.size(); ++i)
    part.for_each_nonzero(i, [&](Index j, float value) { workspace(i, j) = value; });
  return {workspace.data(), part.size(), part.dim(), Eigen::OuterStride<>(part.dim())};
}

}  // namespace sketchbench
