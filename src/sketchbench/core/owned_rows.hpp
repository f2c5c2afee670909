#pragma once
#include <span>
#include <utility>
#include <variant>

#include <sketchbench/core/rows.hpp>

namespace sketchbench {

/// Copies of some rows of a view, in the order given, stored as the view stores them: sparse or dense.
class OwnedRows {
 public:
  OwnedRows(const Rows& from, std::span<const Index> rows);
  explicit OwnedRows(CsrMatrix rows) : matrix_(std::move(rows)) {}
  explicit OwnedRows(DenseMatrix rows) : matrix_(std::move(rows)) {}
  /// All rows of a view.
  static OwnedRows copy_of(const Rows& from);
  Rows view() const;

  /// Bytes of so many rows with d columns: a sparse one has a column number beside each value, and at most d
  /// of them.
  static double memory(Index rows, Index d);

 private:
  std::variant<CsrMatrix, DenseMatrix> matrix_;
};

/// The same for a view that is known to be sparse.
CsrMatrix copy_sparse_rows(const Rows& from, std::span<const Index> rows);

}  // namespace sketchbench
