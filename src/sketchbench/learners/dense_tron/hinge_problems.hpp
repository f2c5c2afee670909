#pragma once
#include <Eigen/Core>
#include <functional>
#include <span>
#include <vector>

#include <sketchbench/core/communicator.hpp>
#include <sketchbench/learners/dense_tron/active_rows.hpp>
#include <sketchbench/learners/labels.hpp>
#include <sketchbench/learners/multiplied_rows.hpp>
#include <sketchbench/learners/row_blocks.hpp>

namespace sketchbench {

/// The weights c_i of HingeProblems: of rows (empty: 1 each), times that of a row's class where it is the
/// positive one; of two classes both are.
struct HingeWeights {
  std::span<const double> of_rows = {}, of_classes = {};
};

/// The L2-regularised squared hinge problems of all classes, each against the rest (one problem for two
/// classes, with the first as the positive one):
///     f(w) = |w|^2 / 2 + C sum_i c_i max(0, 1 - side_i <w, x_i>)^2.
/// A row is active in a problem where it has a loss. All problems, or those that are named, go through the
/// rows together, block by block. Sums are in double precision and do not depend on the number of threads,
/// nor a problem's on which others go along.
///
/// `rows` are this rank's, and so are scores and active rows; `classes` are counted over all ranks, over
/// which objectives, gradients and products with squares are summed.
class HingeProblems {
 public:
  using Selection = std::vector<Eigen::Index>;

  HingeProblems(const RowBlocks& rows, std::span<const float> y, const std::vector<ClassCount>& classes,
                double C, int threads, const HingeWeights& weights = {},
                const Communicator& among = Communicator::alone());

  Index size() const { return rows_.size(); }
  /// Weights: one for each column, and the last for the rows' constant, where they have one.
  Index dim() const { return MultipliedRows::dim(rows_); }
  Index count() const { return count_; }
  double C() const { return C_; }
  int threads() const { return threads_; }
  const RowBlocks& rows() const { return rows_; }
  const Communicator& ranks() const { return ranks_; }
  Index total_rows() const { return total_rows_; }  ///< of all ranks
  Index positives(Index problem) const { return positives_[static_cast<std::size_t>(problem)]; }
  bool is_weighted() const { return !weights_.empty() || !of_positives_.empty(); }
  /// 1 for a row of the problem's class, otherwise -1.
  double side(Index problem, Index row) const {
    return problem_of_[static_cast<std::size_t>(row)] == problem ? 1 : -1;
  }
  /// c_i.
  double weight(Index problem, Index row) const {
    const double of_row = weights_.empty() ? 1 : weights_[static_cast<std::size_t>(row)];
    const bool more = !of_positives_.empty() && side(problem, row) > 0;
    return more ? of_row * of_positives_[static_cast<std::size_t>(problem)] : of_row;
  }
  /// The sum of c_i over all ranks' rows.
  double total_weight(Index problem) const;

  /// n x columns: X w for each column of w.
  Eigen::MatrixXd scores(const Eigen::MatrixXd& w) const;
  /// The objective of `problem` at weights of squared norm ww with these scores.
  double objective(Index problem, double ww, std::span<const double> score) const;
  ActiveRows active(Index problem, std::span<const double> score) const;
  /// w + 2 C sum over active rows of c (score - side) x, for the selected problems; w and `active` have an
  /// entry for each, `score` a column for every problem.
  Eigen::MatrixXd gradient(const Selection& selected, const Eigen::MatrixXd& w, const Eigen::MatrixXd& score,
                           const ActiveInEach& active) const;

  /// 2 C sum over active rows of c x <x, v_k>, for each column v_k of v, which `selected` and `active` have
  /// an entry for.
  Eigen::MatrixXd squares_times(const Selection& selected, const ActiveInEach& active,
                                const Eigen::MatrixXd& v) const;
  /// 2 C sum over active rows of c x_ij^2 for the selected problems, of this rank's rows alone.
  Eigen::MatrixXd sum_of_squares(const Selection& selected, const ActiveInEach& active) const;

 private:
  /// Writes, for each row and each of the columns first .. first + count - 1, the next coefficient.
  using Coefficients = std::function<void(const MultipliedRows& rows, Index first, Index count, double* r)>;
  /// 2 C sum over rows of x_i r_ik for each column k, where r_ik is 0 for rows that are not active in column
  /// k: what gradients and products with Hessians have in common.
  Eigen::MatrixXd sum_over_active(const ActiveInEach& active, const Coefficients& coefficients) const;
  /// Adds a block, rows begin .. end - 1, to an arranged sum.
  using AddBlock = std::function<void(Index begin, Index end, MultipliedRows& rows, Eigen::MatrixXd& sum)>;
  Eigen::MatrixXd sum_of_blocks(Index columns, const AddBlock& add) const;
  /// Over the ranks.
  Eigen::MatrixXd summed(Eigen::MatrixXd own) const;

  const RowBlocks& rows_;
  const Communicator& ranks_;
  double C_;
  int threads_;
  Index count_, rows_per_block_, most_parts_, total_rows_ = 0;
  std::vector<Index> positives_;          ///< of each problem
  std::vector<double> weights_;           ///< of rows, for both sides; empty: 1
  std::vector<double> of_positives_;      ///< beside them, of each problem's positive rows; empty: 1
  std::vector<std::int32_t> problem_of_;  ///< in which a row is positive; count() or more: in none
};

}  // namespace sketchbench
