#pragma once
#include <optional>

#include <sketchbench/learners/class_weights.hpp>
#include <sketchbench/learners/learner.hpp>

namespace sketchbench {

/// Linear machines by LIBLINEAR (Fan et al., JMLR 9, 2008). Classifiers: one-vs-rest except for solver 4; a
/// row's scores are the decision values of the classes, or one for two classes. Regressors (Ho & Lin, JMLR
/// 13, 2012): the score is the target; solver 11 minimises
///     |w|^2 / 2 + C sum_i max(0, |<w, x_i> - y_i| - p)^2,
/// solver 12 its dual, solver 13 the dual of the problem without the square.
class Liblinear final : public Learner {
 public:
  struct Params {
    /// -s: 0 L2R_LR, 1 L2R_L2LOSS_SVC_DUAL, 2 L2R_L2LOSS_SVC, 3 L2R_L1LOSS_SVC_DUAL, 4 MCSVM_CS,
    /// 5 L1R_L2LOSS_SVC, 6 L1R_LR, 7 L2R_LR_DUAL, 11 L2R_L2LOSS_SVR, 12 L2R_L2LOSS_SVR_DUAL,
    /// 13 L2R_L1LOSS_SVR_DUAL
    int solver = 2;
    double C = 1;       ///< weight of the loss against the regulariser
    double eps = 0.01;  ///< of the solver's stopping rule
    double bias = -1;   ///< value of one more input column; below 0: none
    /// Of 11 to 13: errors up to it cost nothing, in the targets' unit; none: default_p.
    std::optional<double> p = {};
    std::optional<ClassWeights> class_weight =
        {};  ///< of 0 to 7; as -wi: against the rest, of the class alone

    static const Fields<Params>& fields();
    /// Only regression has "p"; its "eps" is the library's own.
    void check(StrictObject& given);
  };
  static constexpr double default_p = 0.1;

  explicit Liblinear(const Params& params) : params_(params) {}
  Trained train(const LabeledRows& data, Seed seed) const override;

 private:
  Params params_;
};

/// Peak bytes beyond the rows, an upper estimate: the scheduler starts a cell only when they are free.
double memory_of(const Liblinear::Params& params, const TrainingShape& shape);
/// Seconds on one core for training and predicting, right within a factor of a few: for the order of cells
/// and the time left.
double seconds_of(const Liblinear::Params& params, const TrainingShape& shape);

/// "liblinear".
LearnerKind liblinear_kind();

}  // namespace sketchbench
