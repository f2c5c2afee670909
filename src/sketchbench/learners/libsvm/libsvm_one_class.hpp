#pragma once
#include <sketchbench/learners/learner.hpp>

namespace sketchbench {

/// One-class SVM by LIBSVM (svm-train -s 2), for the kernels that it has (libsvm_form.hpp):
///     min over f, rho of |f|^2 / 2 - rho nu n + sum_i max(0, rho - f(x_i)).
/// A row is like the training rows, 1, where f(x) - rho is above 0, and else -1. Labels are not looked at.
///
/// Schoelkopf, B., Platt, J. C., Shawe-Taylor, J., Smola, A. J. and Williamson, R. C. (2001). Estimating the
/// support of a high-dimensional distribution. Neural Computation 13.
class LibsvmOneClass final : public Learner {
 public:
  struct Params {
    double nu = 0.5;         ///< at most this share of rows is outside, at least this share supports
    double eps = 0.001;      ///< largest violation of the optimality conditions
    double cache_mb = 4000;  ///< for rows of the kernel matrix; changes the time, not the result
    bool shrinking = true;   ///< leave out variables that are likely to stay at their bounds

    static const Fields<Params>& fields();
  };

  LibsvmOneClass(const Params& params, const Kernel& kernel) : params_(params), kernel_(kernel) {}
  /// Draws nothing: the result does not depend on `seed`. Throws InputError where kernel values on the
  /// training rows are beyond what the library computes with.
  Trained train(const LabeledRows& data, Seed seed) const override;
  Trained train_on_gram(const LabeledRows& numbered, Seed seed) const override;

 private:
  Params params_;
  Kernel kernel_;
};

/// Peak bytes beyond the rows, an upper estimate: the scheduler starts a cell only when they are free.
double memory_of(const LibsvmOneClass::Params& params, const TrainingShape& shape);
/// Seconds on one core for training and predicting, right within a factor of a few: for the order of cells
/// and the time left.
double seconds_of(const LibsvmOneClass::Params& params, const Kernel& kernel, const TrainingShape& shape);

/// "libsvm_one_class".
LearnerKind libsvm_one_class_kind();

}  // namespace sketchbench
