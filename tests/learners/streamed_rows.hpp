#pragma once
#include <algorithm>

#include <sketchbench/learners/row_blocks.hpp>

namespace sketchbench::test {

/// Rows that are made anew whenever they are asked for.
class StreamedRows final : public RowBlocks {
 public:
  explicit StreamedRows(const DenseMatrix& rows) : rows_(rows) {}
  Index size() const override { return rows_.n; }
  Index dim() const override { return rows_.d; }
  RowBlock block(Index begin, Index end, RowMajorMatrix& workspace) const override {
    workspace.resize(end - begin, rows_.d);
    std::copy_n(rows_.row(begin), (end - begin) * rows_.d, workspace.data());
    return {workspace.data(), end - begin, rows_.d, Eigen::OuterStride<>(rows_.d)};
  }

 private:
  Index made_at_once() const override { return 400; }
  const DenseMatrix& rows_;
};

}  // namespace sketchbench::test
