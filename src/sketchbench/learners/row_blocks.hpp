#pragma once
#include <Eigen/Core>
#include <vector>

#include <sketchbench/core/rows.hpp>

namespace sketchbench {

using RowMajorMatrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using RowBlock = Eigen::Map<const RowMajorMatrix, 0, Eigen::OuterStride<>>;

/// Where the rows of a block are, in place of what `rows` held.
inline void point_at_rows(const RowBlock& block, std::vector<const float*>& rows) {
  rows.clear();
  for (Index i = 0; i < block.rows(); ++i) rows.push_back(block.row(i).data());
}

/// Dense rows that a solver passes over block by block, many times: a matrix in memory, or features that are
/// recomputed in every pass. All values are finite: whoever makes them sees to it.
class RowBlocks {
 public:
  virtual ~RowBlocks() = default;
  virtual Index size() const = 0;
  virtual Index dim() const = 0;
  /// Rows begin .. end - 1. `workspace` belongs to the calling thread and may hold the values; what is
  /// returned is valid until the workspace is used again. Thread-safe for distinct workspaces.
  virtual RowBlock block(Index begin, Index end, RowMajorMatrix& workspace) const = 0;
  /// True where a block is a view of memory and costs nothing.
  virtual bool in_memory() const { return false; }
  static constexpr Index most_made_at_once = 4096;
  /// Rows that a block for many uses at once should have.
  Index rows_at_hand() const { return in_memory() ? size() : made_at_once(); }

 protected:
  virtual Index made_at_once() const { return most_made_at_once; }
};

/// Rows in memory: a dense matrix as it is; sparse rows are spread out block by block.
class StoredRows final : public RowBlocks {
 public:
  explicit StoredRows(const Rows& rows) : rows_(rows) {}
  Index size() const override { return rows_.size(); }
  Index dim() const override { return rows_.dim(); }
  RowBlock block(Index begin, Index end, RowMajorMatrix& workspace) const override;
  bool in_memory() const override { return !rows_.is_sparse(); }

 private:
  Rows rows_;
};

}  // namespace sketchbench
