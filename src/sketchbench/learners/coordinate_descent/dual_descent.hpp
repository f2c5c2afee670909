#pragma once
#include <Eigen/Core>
#include <vector>

#include <sketchbench/core/rows.hpp>
#include <sketchbench/learners/dense_tron/hinge_problems.hpp>

namespace sketchbench {

/// When dual coordinate descent ends.
struct DescentLimits {
  double eps;      ///< largest minus smallest projected gradient in a pass through all rows, as LIBLINEAR's
  int max_passes;  ///< of a problem
};

/// How it ended for one problem.
struct DescentOutcome {
  int passes = 0;
  bool converged = false;
  double violation = 0;  ///< what eps bounds, in the last pass
};

/// Problems that descend() takes at a time.
inline constexpr Index most_descending = 8;
/// Bytes of one call, beside the rows and the weights found.
double descent_memory(Index n, Index dim, Index problems);

/// Solves the problems first, ..., first + w.cols() - 1, at most most_descending of them, in their duals
///     min over a >= 0 of |sum_i a_i side_i x_i|^2 / 2 + sum_i (a_i^2 / (4 C c_i) - a_i)
/// one a_i after the other, in a new random order in every pass (Hsieh, Chang, Lin, Keerthi & Sundararajan
/// 2008, algorithm 3 with shrinking), and leaves the weights, sum_i a_i side_i x_i, in w: problems.dim() x
/// problems. All of them see a row while it is in the cache, and what is found for one does not depend on the
/// others but for the order of the rows. `rows` are the sparse rows of `problems`.
std::vector<DescentOutcome> descend(const HingeProblems& problems, const Rows& rows, Index first,
                                    const DescentLimits& limits, Seed seed, Eigen::Ref<Eigen::MatrixXd> w);

}  // namespace sketchbench
