#include "harness/cell/mapped_rows.hpp"

#include "harness/cell/finite_features.hpp"

namespace sketchbench {

RowBlock MappedRows::block(Index begin, Index end, RowMajorMatrix& workspace) const {
  workspace.resize(end - begin, dim());
  map_.transform(x_.slice(begin, end), MatrixRef(workspace.data(), end - begin, dim(), dim()));
  require_finite_features(Rows::dense(workspace.data(), end - begin, dim(), dim()), begin, "training", cell_);
  return {workspace.data(), end - begin, dim(), Eigen::OuterStride<>(dim())};
}

}  // namespace sketchbench
