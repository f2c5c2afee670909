#pragma once
#include "features/feature_map.hpp"
#include "learners/row_blocks.hpp"

namespace sketchbench {

/// The features of rows, made block by block whenever they are asked for: training on them needs no memory
/// for all of them. Refers to the map and to the rows' memory.
class MappedRows final : public RowBlocks {
 public:
  MappedRows(const FeatureMap& map, const Rows& x) : map_(map), x_(x) {}
  Index size() const override { return x_.size(); }
  Index dim() const override { return map_.d_out(); }
  RowBlock block(Index begin, Index end, RowMajorMatrix& workspace) const override;

 private:
  const FeatureMap& map_;
  Rows x_;
};

}  // namespace sketchbench
