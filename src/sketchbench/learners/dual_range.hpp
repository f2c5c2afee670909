#pragma once
#include <cstdint>
#include <string_view>

#include <sketchbench/kernels/kernel.hpp>
#include <sketchbench/learners/dual_model.hpp>
#include <sketchbench/learners/labels.hpp>

namespace sketchbench {

/// SMO steps after which LIBSVM gives up on a subproblem of that many rows, and solvers of ours as well. It
/// says so on stderr only, past the print callback, hence the rule is repeated here.
std::int64_t libsvm_iteration_limit(std::int64_t rows);

/// Two classes that a machine tells apart.
struct ClassPair {
  ClassCount first, second;
};

/// Throws InputError when a solver of C-SVC's dual ended with an objective that no variables within their
/// bounds have: where the kernel matrix is positive semidefinite, as those of all kernels here are, it lies
/// between -2 C min(rows of the first class, rows of the second) and 0. Beyond that it is made of the
/// rounding of kernel values in single precision, however well the solver says that it has converged:
///     "libsvm ended -1 against 1 with the dual objective -4.33e+06, which is impossible: it lies between
///     -290 and 0 for C = 1 with 145 and 155 rows. The values of the kernel (1000000+⟨x,y⟩)² were lost to
///     rounding: scale the data, or choose other parameters of the kernel"
/// `printed` is what the objective may be off because it was read from a text.
void require_possible_dual(double objective, double C, const ClassPair& pair, const Kernel& kernel,
                           std::string_view learner, double printed = 0);

/// Throws InputError when a solution is one of rounded kernel values alone: where rounding kappa once to
/// single precision, which is the least that the solvers do, moves decision values at the solution's own
/// support vectors, `some` of them at most and but for a shift of all, by as much as the margin, which is 1:
///     "block_smo ended 1 against -1 with decision values that rounding (100000000+⟨x,y⟩)² to single
///     precision moves by 7.1e+09, beside a margin of 1: scale the data, lower C, or choose other parameters
///     of the kernel"
/// A large kernel alone says nothing: on data that are far from scaled, coefficients can be as small as
/// kernel values are large.
void require_resolved(const Rows& x, const Kernel& kernel, const PairSolution& pair, std::string_view learner,
                      Index some = 16);

}  // namespace sketchbench
