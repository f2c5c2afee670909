#pragma once
#include <Eigen/Core>
#include <span>

#include <sketchbench/core/communicator.hpp>
#include <sketchbench/learners/row_blocks.hpp>

namespace sketchbench {

/// What is subtracted from rows and targets: their means, or nothing.
struct Origin {
  Eigen::VectorXd x;
  double y = 0;
};

// Rows and targets are this rank's, and what is summed over them is summed over the ranks.

/// The means of the d columns and of the targets, in one pass; `weights`: of rows, empty: 1 each.
Origin means_of(const RowBlocks& rows, std::span<const float> y, int threads,
                std::span<const double> weights = {}, const Communicator& ranks = Communicator::alone());

/// X^T X, d x d, of which the lower triangle is filled, X^T y and |y|^2, about the origin: one pass in double
/// precision over blocks of rows. `threads` changes no bit. With weights C of rows X^T C X, X^T C y, y^T C y.
struct NormalEquations {
  Eigen::MatrixXd xx;
  Eigen::VectorXd xy;
  double yy = 0;
};
NormalEquations normal_equations(const RowBlocks& rows, std::span<const float> y, const Origin& origin,
                                 int threads, std::span<const double> weights = {},
                                 const Communicator& ranks = Communicator::alone());

/// The sum of the rows' weights, or their number where there are none, over the ranks.
double total_weight(Index rows, std::span<const double> weights, const Communicator& ranks);

/// Some of the targets, less their origin.
Eigen::VectorXd targets_about(const Origin& origin, std::span<const float> y, Index first, Index count);

/// The square roots of some of the weights; 1 where there are none.
Eigen::ArrayXd root_weights(std::span<const double> weights, Index first, Index count);

/// Rows of X^T X, and of means, that are added up at once, for those who estimate memory.
inline constexpr Index rows_per_chunk = 1024, rows_per_mean = 65'536;

}  // namespace sketchbench
