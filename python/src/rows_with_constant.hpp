#pragma once
#include <sketchbench/learners/row_blocks.hpp>

namespace sketchbench::python {

/// Rows with one more value behind each, the same for all, which are copied block by block: its weight is
/// LIBLINEAR's bias term.
class RowsWithConstant final : public RowBlocks {
 public:
  RowsWithConstant(const Rows& rows, float constant) : rows_(rows), constant_(constant) {}
  Index size() const override { return rows_.size(); }
  Index dim() const override { return rows_.dim() + 1; }
  RowBlock block(Index begin, Index end, RowMajorMatrix& workspace) const override;

 private:
  Rows rows_;
  float constant_;
};

}  // namespace sketchbench::python
