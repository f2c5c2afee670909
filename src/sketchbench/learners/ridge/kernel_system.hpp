#pragma once
#include <Eigen/Core>
#include <span>
#include <vector>

#include <sketchbench/kernels/kernel.hpp>
#include <sketchbench/learners/ridge/shifted_tridiagonal.hpp>

namespace sketchbench {

/// What kernel ridge regression solves for a lambda: alpha = (K + lambda I)^-1 y, n x n in double precision.
/// With an intercept, which is not penalised, rows are centred in the kernel's feature space (Schoelkopf,
/// Smola & Mueller, Neural Computation 10, 1998, Appendix B) and targets about their mean, and K's mean
/// diagonal is added to each entry: one constant feature more, in whose direction K would otherwise be
/// singular. As the targets' sum is 0, it changes no solution. Of values that are alike to rounding, as those
/// of equal rows are, centring leaves 0.
/// With weights c_i of rows, all of it is of rows and targets times sqrt(c_i), and means are weighted: the
/// constant feature is sqrt(c_i), and alpha is sqrt(c_i) times a solution.
struct KernelSystem {
  Eigen::MatrixXd k;
  Eigen::VectorXd y;
  Eigen::VectorXd roots;             ///< sqrt(c_i); empty: 1 each
  Eigen::VectorXd row_means;         ///< of the kernel's values as they were; empty without an intercept
  double mean_y = 0;                 ///< 0 without an intercept
  double mean_diagonal = 0;          ///< before the constant was added
  double constant = 0;               ///< that was added
  double trace_before_centring = 0;  ///< of the kernel's values as they were: what their rounding goes with

  /// Others for the same rows; about their mean where there is an intercept.
  void set_targets(std::span<const float> targets);
  double total_weight() const;  ///< of all rows
  /// What the constant feature adds to each entry of (K + lambda I)^-1's diagonal; 0 without an intercept.
  Eigen::ArrayXd share_of_constant(double lambda) const;
};

/// InputError where a kernel value is not finite, and where n x n values are more than there is memory for.
KernelSystem kernel_system(const Kernel& kernel, const Rows& x, std::span<const float> y, bool intercept,
                           int threads, std::span<const double> weights = {});

/// The same of a matrix of the kernel's values that is given, finite and symmetric.
KernelSystem kernel_system(Eigen::MatrixXd k, std::span<const float> y, bool intercept, int threads,
                           std::span<const double> weights = {});

/// Turns a solution into the coefficients of the kernel's values as they were, and returns the constant to
/// add to their sum.
double to_coefficients(const KernelSystem& system, Eigen::VectorXd& alpha);

/// A solution, and its (weighted) mean squared leave-one-out error: row i's residual without itself is
/// alpha_i / G_ii, where G = (K + lambda I)^-1 without the constant feature's share (Cawley & Talbot, Neural
/// Networks 17, 2004). Infinite where rounding decides, and for one row with an intercept, which
/// nothing is left to give.
struct KernelSolution {
  Eigen::VectorXd alpha;
  double loo_error = 0;
};

/// By Cholesky's factor and its inverse's diagonal, O(2 n^3 / 3); `system.k` gives way to the factor.
/// InputError, which begins with `learner`, where K + lambda I is singular to double precision.
KernelSolution solve(KernelSystem& system, double lambda, int threads, const char* learner);
/// For each of many lambdas, O(n^2): with t = tridiagonalise(std::move(system.k)).
std::vector<double> kernel_loo_errors(const KernelSystem& system, const Tridiagonal& t,
                                      std::span<const double> lambdas, int threads);
/// alpha alone.
Eigen::VectorXd solve(const KernelSystem& system, const Tridiagonal& t, double lambda);

}  // namespace sketchbench
