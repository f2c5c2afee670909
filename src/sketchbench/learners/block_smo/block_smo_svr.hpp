#pragma once
#include <sketchbench/learners/learner.hpp>

namespace sketchbench {

/// Kernel epsilon-SVR by block SMO: the problem and the stopping rule of LIBSVM's (libsvm_svr.hpp), for the
/// kernels of block_smo.
class BlockSmoSvr final : public Learner {
 public:
  struct Params {
    double C = 1;
    double eps = 0.001;      ///< largest violation of the optimality conditions
    double cache_mb = 4000;  ///< for kernel rows
    bool shrinking = true;   ///< leave out variables that are likely to stay at their bounds
    double p = 0.1;          ///< errors up to it cost nothing, in the targets' unit
    int threads = 1;         ///< does not change the result

    static const Fields<Params>& fields();
  };

  BlockSmoSvr(const Params& params, const Kernel& kernel) : params_(params), kernel_(kernel) {}
  /// Draws nothing. Throws InputError where kernel values would be beyond single precision.
  Trained train(const LabeledRows& data, Seed seed) const override;
  Trained train_on_gram(const LabeledRows& numbered, Seed seed) const override;

 private:
  Params params_;
  Kernel kernel_;
};

/// "block_smo_svr".
LearnerKind block_smo_svr_kind();

}  // namespace sketchbench
