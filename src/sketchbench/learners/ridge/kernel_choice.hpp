#pragma once
#include <span>
#include <vector>

#include <sketchbench/core/labeled_rows.hpp>
#include <sketchbench/kernels/kernel.hpp>
#include <sketchbench/learners/learner.hpp>
#include <sketchbench/learners/ridge/lambda.hpp>

namespace sketchbench {

/// 2^k times the scale, k = -4 .. 4, ascending: the sigmas to choose from around a median distance.
std::vector<double> sigmas_around(double scale);

struct KernelChoice {
  std::size_t best = 0;  ///< the number of the candidate
  /// {"rows": of training that were looked at, "candidates": [{the kernel's keys, "lambda": its best,
  /// "loo_rmse": with that}, ...]}; null in the last two where rounding would have decided them.
  Json facts;
};

struct KernelChoiceParams {
  LambdaGrid grid = {};
  Index rows = 2000;  ///< that are looked at
  int threads = 1;    ///< changes no bit
};

/// Upper estimate of what choose_kernel takes beside the training rows, of which `shape` has n, d and
/// nonzeros_per_row, in bytes.
double kernel_choice_memory(const TrainingShape& shape, const KernelChoiceParams& params = {});

/// The candidate with the least leave-one-out error of kernel ridge regression with an intercept (krr.hpp),
/// each with the lambda of the grid that is best for it: cross-validation in closed form. It looks at
/// params.rows of the rows (all, where there are fewer), drawn without replacement from a stream of their
/// own, so that the choice depends on the rows alone. For classification, targets are +1 for a class and -1
/// for the others, one problem for each class (one alone for two), all of one lambda; the error is the
/// squared one in both tasks, averaged over rows and problems: it tells candidates apart that misclassify as
/// many of so few rows. Of equal candidates the first; of equal lambdas the largest (best_lambda). O(8 m^3 /
/// 3) for m rows and each candidate. InputError where there is no candidate, are fewer than two rows, or
/// rounding decides all errors.
KernelChoice choose_kernel(std::span<const Kernel> candidates, const LabeledRows& train,
                           const KernelChoiceParams& params = {});

}  // namespace sketchbench
