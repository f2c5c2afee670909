#pragma once
#include <Eigen/Core>
#include <span>
#include <vector>

#include <sketchbench/learners/learner.hpp>
#include <sketchbench/learners/ridge/lambda.hpp>

namespace sketchbench {

/// Kernel ridge regression (Saunders, Gammerman & Vovk, ICML 1998), exact, for every kernel:
///     min over f, b of sum_i c_i (f(x_i) + b - y_i)^2 + lambda |f|^2,
/// which is ridge regression in the kernel's feature space (c_i: weights of rows, 1 unless they are given).
/// f(x) = sum_i alpha_i kappa(x_i, x) with alpha = (K + lambda I)^-1 (y - b): the Gram matrix and its factor
/// in double precision, O(n^2) memory. The intercept b is not penalised: kernel_system.hpp says how.
///
/// A number for lambda: a Cholesky factor, and the leave-one-out error from its inverse's diagonal: O(2 n^3 /
/// 3), on several threads. With a grid, lambda is the one with the least mean squared leave-one-out error,
/// from one tridiagonal form of K, O(8 n^3 / 3) on one thread and 2 n^2 values. The grid's unit is the mean
/// diagonal of K (centred, with an intercept; 1 where that is 0).
class Krr final : public Learner {
 public:
  struct Params {
    LambdaRule lambda = default_lambda;  ///< a number: in the kernel's unit
    bool intercept = true;               ///< b; false: b = 0
    int threads = 1;                     ///< does not change the result
  };

  Krr(const Params& params, const Kernel& kernel) : params_(params), kernel_(kernel) {}
  /// Draws nothing. InputError where K + lambda I is singular to double precision; with a grid, where it is
  /// for all of its lambdas, and where there is only one row; where a kernel value is not finite; where there
  /// is no memory for n^2 values.
  Trained train(const LabeledRows& data, Seed seed) const override;

 private:
  Params params_;
  Kernel kernel_;
};

/// Kernel ridge regression on a kernel matrix, n x n and symmetric, that is given.
struct GramRidge {
  Eigen::MatrixXd coefficients;  ///< n x targets, of kernel values with the training rows
  Eigen::VectorXd intercepts;
  double lambda = 0;  ///< one for all
  Json chosen;        ///< TrainingReport::chosen; of several targets, errors are averaged
  std::vector<double> objectives = {};
};
/// `targets`: vectors of n values one after the other, at least one, for which there is one factor.
/// `weights`: of rows, as LabeledRows has them. InputError as Krr has it.
GramRidge train_on_gram(const Krr::Params& params, Eigen::MatrixXd gram, std::span<const float> targets,
                        std::span<const double> weights = {});

/// "krr".
LearnerKind krr_kind();

}  // namespace sketchbench
