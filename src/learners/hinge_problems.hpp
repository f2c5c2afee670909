#pragma once
#include <Eigen/Core>
#include <functional>
#include <span>
#include <vector>

#include "learners/labels.hpp"
#include "learners/row_blocks.hpp"

namespace sketchbench {

/// The L2-regularised squared hinge problems of all classes, each against the rest (one problem for two
/// classes, with the larger label as the positive one):
///     f(w) = |w|^2 / 2 + C sum_i max(0, 1 - side_i <w, x_i>)^2.
/// A row is active in a problem where it has a loss. All problems, or those that are named, go through the
/// rows together, block by block. Sums do not depend on the number of threads.
class HingeProblems {
 public:
  using Matrix = Eigen::MatrixXf;  ///< n or D rows, a column for each problem
  using Selection = std::vector<Eigen::Index>;

  HingeProblems(const RowBlocks& rows, std::span<const float> y, const std::vector<ClassCount>& classes,
                double C, int threads);

  Index size() const { return rows_.size(); }
  Index dim() const { return rows_.dim(); }
  Index count() const { return side_.cols(); }
  double C() const { return C_; }
  int threads() const { return threads_; }
  const RowBlocks& rows() const { return rows_; }
  Index positives(Index problem) const { return (side_.col(problem).array() > 0).count(); }

  /// X w for each column of w.
  Matrix scores(const Matrix& w) const;
  /// The objective of `problem` at weights of squared norm ww with these scores.
  double objective(Index problem, double ww, std::span<const float> score) const;
  bool is_active(Index problem, Index row, float score) const { return side_(row, problem) * score < 1; }
  /// w + 2 C sum over active rows of (score - side) x, for the selected problems; w and score have a column
  /// for each.
  Eigen::MatrixXd gradient(const Selection& selected, const Eigen::MatrixXd& w, const Matrix& score) const;

  /// 2 C sum over blocks of X_b^T R_b, where make(begin, X_b) gives the R_b of the block that begins at that
  /// row, with `columns` columns: what gradients and products with Hessians have in common.
  using MakeBlock = std::function<Matrix(Index begin, const RowBlock& rows)>;
  Eigen::MatrixXd accumulate(Index columns, const MakeBlock& make) const;

  static constexpr Index rows_per_block = 256;

 private:
  const RowBlocks& rows_;
  double C_;
  int threads_;
  Matrix side_;  ///< n x problems, +1 or -1
};

}  // namespace sketchbench
