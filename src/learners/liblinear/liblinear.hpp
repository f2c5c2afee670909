#pragma once
#include "learners/learner.hpp"

namespace sketchbench {

/// Linear classifiers by LIBLINEAR (Fan et al., JMLR 9, 2008), one-vs-rest except for solver 4.
class Liblinear final : public Learner {
 public:
  struct Params {
    /// -s: 0 L2R_LR, 1 L2R_L2LOSS_SVC_DUAL, 2 L2R_L2LOSS_SVC, 3 L2R_L1LOSS_SVC_DUAL, 4 MCSVM_CS,
    /// 5 L1R_L2LOSS_SVC, 6 L1R_LR, 7 L2R_LR_DUAL
    int solver = 2;
    double C = 1;       ///< weight of the loss against the regulariser
    double eps = 0.01;  ///< of the solver's stopping rule
    double bias = -1;   ///< value of one more input column; below 0: none
  };

  explicit Liblinear(const Params& params) : params_(params) {}
  Trained train(const LabeledRows& data, Seed seed) const override;

 private:
  Params params_;
};

LearnerKind liblinear_kind();

}  // namespace sketchbench
