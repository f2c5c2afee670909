#pragma once
#include <sketchbench/learners/learner.hpp>

namespace sketchbench {

/// Kernel epsilon-SVR by LIBSVM (Chang & Lin, ACM TIST 2, 2011; svm-train -s 3), for the kernels that it has
/// (libsvm_form.hpp):
///     min over f, b of |f|^2 / 2 + C sum_i max(0, |f(x_i) + b - y_i| - p).
class LibsvmSvr final : public Learner {
 public:
  struct Params {
    double C = 1;
    double eps = 0.001;      ///< largest violation of the optimality conditions
    double cache_mb = 4000;  ///< for rows of the kernel matrix; changes the time, not the result
    bool shrinking = true;   ///< leave out variables that are likely to stay at their bounds
    double p = 0.1;          ///< errors up to it cost nothing, in the targets' unit

    static const Fields<Params>& fields();
  };

  LibsvmSvr(const Params& params, const Kernel& kernel) : params_(params), kernel_(kernel) {}
  /// Draws nothing: the result does not depend on `seed`. Throws InputError where kernel values on the
  /// training rows are beyond what the library computes with.
  Trained train(const LabeledRows& data, Seed seed) const override;
  Trained train_on_gram(const LabeledRows& numbered, Seed seed) const override;

 private:
  Params params_;
  Kernel kernel_;
};

/// Peak bytes beyond the rows, an upper estimate: the scheduler starts a cell only when they are free.
double memory_of(const LibsvmSvr::Params& params, const TrainingShape& shape);
/// Seconds on one core for training and predicting, right within a factor of a few: for the order of cells
/// and the time left.
double seconds_of(const LibsvmSvr::Params& params, const Kernel& kernel, const TrainingShape& shape);

/// "libsvm_svr".
LearnerKind libsvm_svr_kind();

}  // namespace sketchbench
