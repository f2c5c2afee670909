#pragma once
#include <optional>
#include <span>

#include <sketchbench/core/communicator.hpp>
#include <sketchbench/learners/class_weights.hpp>
#include <sketchbench/learners/learner.hpp>
#include <sketchbench/learners/row_blocks.hpp>

namespace sketchbench {

/// Our own solver for the problem of LIBLINEAR's solvers 1 and 2, on features in single precision, dense or
/// sparse:
///     min over w of |w|^2 / 2 + C sum_i c_i max(0, 1 - y_i <w, x_i>)^2,
/// for each class against the rest (once for two classes), without a bias term but for rows that have a
/// constant (RowBlocks). The weights c_i are those of rows, times, as LIBLINEAR's -wi, that of the class (for
/// two classes, of both; against the rest, of its own rows alone). It is the method of
/// LIBLINEAR's solver 2, trust region Newton (Lin, Weng & Keerthi 2008), with its stopping rule and sums in
/// double precision, so that it takes LIBLINEAR's steps until rounding decides them, and stops by its rule:
/// on ill-conditioned features, where solvers stop far from the minimum, the accuracy depends on that. There
/// LIBLINEAR's own steps depend on the order of the rows (tests/learners/liblinear_192.txt). What
/// differs is the work: all classes go through the rows together, only active rows are multiplied, and
/// Hessians that are small beside the rows are kept as matrices (hinge_hessians.hpp). Features take 4 bytes a
/// value, and 8 where rows are sparse. Features and C too large to compute with in double precision are an
/// InputError.
class DenseTron final : public Learner {
 public:
  struct Params {
    double C = 1;
    /// Stops when |gradient| <= eps * max(1, min(positive, negative)) / n * |gradient at w = 0|.
    double eps = 0.01;
    /// Conjugate gradients with the Hessian's diagonal, as LIBLINEAR 2.21 and later (Hsia, Chiang & Lin
    /// 2018); false: without, as LIBLINEAR 1.92.
    bool preconditioned = true;
    /// TrustRadius's `widen_at_boundary`, which came to LIBLINEAR with the preconditioner; none: with it
    /// here, too.
    std::optional<bool> widens_at_boundary = {};
    std::optional<ClassWeights> class_weight = {};
    int max_steps = 1000;  ///< for a class
    int threads = 1;       ///< does not change the result
    /// Each has rows of its own, and the same model: results agree but for rounding, whatever their number.
    const Communicator* ranks = &Communicator::alone();
  };

  /// train() works on sparse rows where at most this share of their values is not zero.
  static constexpr double sparse_share = 0.1;

  explicit DenseTron(const Params& params) : params_(params) {}
  Trained train(const LabeledRows& data, Seed seed) const override;
  Trained train_on_blocks(const RowBlocks& rows, std::span<const float> y, std::span<const double> weights,
                          Seed seed) const override;

 private:
  Params params_;
};

/// "dense_tron". With streamed features the Hessians may be represented otherwise, so that results agree but
/// for rounding.
LearnerKind dense_tron_kind();

}  // namespace sketchbench
