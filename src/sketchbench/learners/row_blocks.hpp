#pragma once
#include <Eigen/Core>
#include <optional>
#include <vector>

#include <sketchbench/core/communicator.hpp>
#include <sketchbench/core/owned_rows.hpp>
#include <sketchbench/core/rows.hpp>

namespace sketchbench {

using RowMajorMatrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using RowBlock = Eigen::Map<const RowMajorMatrix, 0, Eigen::OuterStride<>>;

/// Where the rows of a block are, in place of what `rows` held.
inline void point_at_rows(const RowBlock& block, std::vector<const float*>& rows) {
  rows.clear();
  for (Index i = 0; i < block.rows(); ++i) rows.push_back(block.row(i).data());
}

/// Rows that a solver passes over block by block, many times: a matrix in memory, or features that are
/// recomputed in every pass. All values are finite: whoever makes them sees to it.
class RowBlocks {
 public:
  virtual ~RowBlocks() = default;
  virtual Index size() const = 0;
  virtual Index dim() const = 0;
  /// Rows begin .. end - 1. `workspace` belongs to the calling thread and may hold the values; what is
  /// returned is valid until the workspace is used again. Thread-safe for distinct workspaces.
  virtual RowBlock block(Index begin, Index end, RowMajorMatrix& workspace) const = 0;
  /// The rows, where they are sparse and work on their non-zeros costs less than on blocks; null: on blocks.
  virtual const Rows* sparse() const { return nullptr; }
  /// A value behind each row, the same for all, which blocks are without: its weight is LIBLINEAR's bias
  /// term. For a solver that knows of it; 0: there is none.
  virtual double constant() const { return 0; }
  /// True where a block is a view of memory and costs nothing.
  virtual bool in_memory() const { return false; }
  static constexpr Index most_made_at_once = 4096;
  /// Rows that a block for many uses at once should have.
  Index rows_at_hand() const { return in_memory() ? size() : made_at_once(); }

 protected:
  virtual Index made_at_once() const { return most_made_at_once; }
};

/// A hint that sparse rows begin .. end - 1 are read next, out of their order: of a mapped file they are then
/// read at once, and without what is around them.
void expect_rows(const Rows& rows, Index begin, Index end);

/// Rows in memory: a dense matrix as it is; blocks of sparse rows are spread out.
class StoredRows final : public RowBlocks {
 public:
  explicit StoredRows(const Rows& rows, double constant = 0) : rows_(rows), constant_(constant) {}
  Index size() const override { return rows_.size(); }
  Index dim() const override { return rows_.dim(); }
  RowBlock block(Index begin, Index end, RowMajorMatrix& workspace) const override;
  bool in_memory() const override { return !rows_.is_sparse(); }
  const Rows* sparse() const override { return rows_.is_sparse() ? &rows_ : nullptr; }
  double constant() const override { return constant_; }

 private:
  Rows rows_;
  double constant_;
};

/// The same rows in the form that costs less: sparse where at most `crossover` of their values are not zero,
/// otherwise dense; of all ranks' rows, which so have the same form. Those that have it are used where they
/// are.
class RowsInForm {
 public:
  RowsInForm(const Rows& rows, double crossover, const Communicator& ranks = Communicator::alone());
  RowsInForm(const RowsInForm&) = delete;
  RowsInForm& operator=(const RowsInForm&) = delete;
  const Rows& view() const { return view_; }

 private:
  std::optional<OwnedRows> copy_;
  Rows view_;
};

}  // namespace sketchbench
