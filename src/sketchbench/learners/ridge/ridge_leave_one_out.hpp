#pragma once
#include <span>
#include <vector>

#include <sketchbench/learners/ridge/normal_equations.hpp>
#include <sketchbench/learners/ridge/shifted_tridiagonal.hpp>

namespace sketchbench {

/// The mean squared leave-one-out error of ridge regression for each of `lambdas`, in one pass over the rows:
/// row i's residual without itself is e_i / (1 - h_i), where e_i is its residual and h_i = H_ii of the hat
/// matrix of that lambda (Allen, Technometrics 16, 1974; Golub, Heath & Wahba, Technometrics 21, 1979). Rows
/// are about `origin`; with an intercept, which is free, H has 1/n more in each entry. `t` and `xy`: X^T X,
/// tridiagonal, and X^T y about that origin. With weights a row is left out whole, its square counts by its
/// weight, and 1/n is its share of their sum. O(n d^2 + n d) for d columns and each lambda. Infinite where
/// rounding decides, of all ranks' rows: A row's 1 - h_i is below 1e-10, or X^T X + lambda I is singular to
/// double precision.
std::vector<double> ridge_loo_errors(const RowBlocks& rows, std::span<const float> y,
                                     std::span<const double> weights, const Origin& origin, bool intercept,
                                     const Tridiagonal& t, const Eigen::VectorXd& xy,
                                     std::span<const double> lambdas, int threads,
                                     const Communicator& ranks = Communicator::alone());

}  // namespace sketchbench
