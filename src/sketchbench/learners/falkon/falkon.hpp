#pragma once
#include <sketchbench/core/communicator.hpp>
#include <sketchbench/kernels/kernel.hpp>
#include <sketchbench/learners/learner.hpp>

namespace sketchbench {

/// Nystrom kernel ridge regression by preconditioned conjugate gradients (Rudi, Carratino & Rosasco, "FALKON:
/// an optimal large scale kernel method", NIPS 2017), for every kernel:
///     min over f = sum_j alpha_j kappa(l_j, .) of sum_i c_i (f(x_i) - y_i)^2 / sum_i c_i + lambda |f|^2
/// with m landmarks l_j, drawn uniformly from the training rows, and weights c_i of rows (1 unless they are
/// given). The lambda of krr (ridge/krr.hpp) is n times this one, which is the paper's. With K_mm = L L^T and
/// L^T L / m + lambda I = G G^T, conjugate gradients solve
///     G^-1 (L^-1 K_nm^T C K_nm L^-T / n + lambda I) G^-T beta = G^-1 L^-1 K_nm^T C y / n,
/// whose condition does not grow with n. An iteration is one pass over the rows, of which blocks of kernel
/// values are made anew, in double precision, and never held: O(n m d + n m k) time for k targets, and O(m^2
/// + m k) memory, whatever n. All targets go through the same passes.
///
/// Classification is regression on targets +1 for a class and -1 for the others, one for each class (one
/// alone for two, of the first); the class of the largest is predicted.
class Falkon final : public Learner {
 public:
  struct Params {
    Task task = Task::classification;
    Index landmarks = 1000;  ///< m; all rows where there are no more
    double lambda = 1e-6;
    /// Targets are taken about their weighted mean, which is added to f; false: as they are. It is not fitted
    /// together with f, as that of krr is.
    bool intercept = true;
    Index iterations = 100;  ///< at most
    /// They end where the residual of the preconditioned system is below it, times the right side's length,
    /// for all targets.
    double eps = 1e-7;
    int threads = 1;  ///< changes no bit
    /// Each has rows of its own, and the same model, on landmarks of all rows: results agree but for
    /// rounding, whatever their number.
    const Communicator* ranks = &Communicator::alone();
  };

  Falkon(const Params& params, const Kernel& kernel) : params_(params), kernel_(kernel) {}
  /// `seed` draws the landmarks. InputError where a kernel value is not finite, and where K_mm is not
  /// positive definite but for rounding. Of landmarks that are alike one is kept. Where they are dependent to
  /// double precision, the least of 10^-15, 10^-14, ... 10^-8 times the mean of its diagonal that makes it so
  /// is added there, which the report's messages say.
  Trained train(const LabeledRows& data, Seed seed) const override;

 private:
  Params params_;
  Kernel kernel_;
};

/// "falkon".
LearnerKind falkon_kind();

}  // namespace sketchbench
