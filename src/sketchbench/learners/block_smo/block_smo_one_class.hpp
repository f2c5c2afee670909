#pragma once
#include <sketchbench/learners/learner.hpp>

namespace sketchbench {

/// One-class SVM by block SMO: the problem, its scale and the stopping rule of LIBSVM's
/// (libsvm_one_class.hpp), for the kernels of block_smo. Labels are not looked at.
class BlockSmoOneClass final : public Learner {
 public:
  struct Params {
    double nu = 0.5;         ///< at most this share of rows is outside, at least this share supports
    double eps = 0.001;      ///< largest violation of the optimality conditions
    double cache_mb = 4000;  ///< for kernel rows
    bool shrinking = true;   ///< leave out variables that are likely to stay at their bounds
    int threads = 1;         ///< does not change the result

    static const Fields<Params>& fields();
  };

  BlockSmoOneClass(const Params& params, const Kernel& kernel) : params_(params), kernel_(kernel) {}
  /// Draws nothing. Throws InputError where kernel values would be beyond single precision.
  Trained train(const LabeledRows& data, Seed seed) const override;
  Trained train_on_gram(const LabeledRows& numbered, Seed seed) const override;

 private:
  Params params_;
  Kernel kernel_;
};

/// "block_smo_one_class".
LearnerKind block_smo_one_class_kind();

}  // namespace sketchbench
