#pragma once
#include "features/feature_map.hpp"
#include "harness/cell/cell.hpp"
#include "learners/row_blocks.hpp"

namespace sketchbench {

/// The features of training rows, made block by block whenever they are asked for: training on them needs no
/// memory for all of them. Refers to the map, to the rows' memory and to the cell that they are of. Throws
/// InputError where a feature is not finite.
class MappedRows final : public RowBlocks {
 public:
  MappedRows(const FeatureMap& map, const Rows& x, const Cell& cell) : map_(map), x_(x), cell_(cell) {}
  Index size() const override { return x_.size(); }
  Index dim() const override { return map_.d_out(); }
  RowBlock block(Index begin, Index end, RowMajorMatrix& workspace) const override;

 private:
  const FeatureMap& map_;
  Rows x_;
  const Cell& cell_;
};

}  // namespace sketchbench
