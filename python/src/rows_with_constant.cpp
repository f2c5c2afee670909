#include "rows_with_constant.hpp"

namespace sketchbench::python {

RowBlock RowsWithConstant::block(Index begin, Index end, RowMajorMatrix& workspace) const {
  const Index d = rows_.dim();
  workspace.resize(end - begin, d + 1);
  RowMajorMatrix spread;  // of sparse rows
  workspace.leftCols(d) = StoredRows(rows_).block(begin, end, spread);
  workspace.col(d).setConstant(constant_);
  return RowBlock(workspace.data(), end - begin, d + 1, Eigen::OuterStride<>(d + 1));
}

}  // namespace sketchbench::python
