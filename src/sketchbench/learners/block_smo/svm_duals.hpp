#pragma once
#include <span>

#include <sketchbench/kernels/kernel.hpp>
#include <sketchbench/learners/block_smo/decomposition.hpp>

namespace sketchbench {

// Support vector machines as settings of one dual problem (decomposition.hpp). `weights`: of rows, as
// LabeledRows has them. Results have one variable a row; the decision value of x is sum b_i kappa(x_i, x) -
// rho.

/// C-SVC of two classes; `positive`: the class of each row. b_i = y_i alpha_i.
DualResult solve_svc_dual(const KernelValues& kernel, const std::vector<bool>& positive, double C,
                          const DualParams& params, std::span<const double> weights = {});
/// The same; rows of one class that are alike share a variable (distinct_rows.hpp).
DualResult solve_svc_dual(const Rows& x, const std::vector<bool>& positive, const Kernel& kernel, double C,
                          const DualParams& params, std::span<const double> weights = {});

/// epsilon-SVR: two variables a row, for an error above the target and for one below, whose difference is
/// b_i. Errors up to p cost nothing.
DualResult solve_svr_dual(std::unique_ptr<KernelValues> kernel, std::span<const float> targets, double C,
                          double p, const DualParams& params, std::span<const double> weights = {});

/// One class (Schoelkopf et al. 2001), as LIBSVM scales it: 0 <= b_i <= 1, or the row's weight, and the sum
/// of b is nu times that of the bounds.
DualResult solve_one_class_dual(const KernelValues& kernel, double nu, const DualParams& params,
                                std::span<const double> weights = {});

}  // namespace sketchbench
