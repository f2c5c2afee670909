#include "experiments/mapped_rows.hpp"

namespace sketchbench {

RowBlock MappedRows::block(Index begin, Index end, RowMajorMatrix& workspace) const {
  workspace.resize(end - begin, dim());
  map_.transform(x_.slice(begin, end), MatrixRef(workspace.data(), end - begin, dim(), dim()));
  return {workspace.data(), end - begin, dim(), Eigen::OuterStride<>(dim())};
}

}  // namespace sketchbench
