#pragma once
#include <optional>

#include <sketchbench/learners/class_weights.hpp>
#include <sketchbench/learners/learner.hpp>

namespace sketchbench {

/// Kernel C-SVC by LIBSVM (Chang & Lin, ACM TIST 2, 2011), one-against-one, for the kernels
/// that it has (libsvm_form.hpp).
class Libsvm final : public Learner {
 public:
  struct Params {
    double C = 1;
    double eps = 0.001;      ///< largest violation of the optimality conditions
    double cache_mb = 4000;  ///< for rows of the kernel matrix; changes the time, not the result
    bool shrinking = true;   ///< leave out rows that are likely to stay at their bounds
    std::optional<ClassWeights> class_weight = {};  ///< as -wi

    static const Fields<Params>& fields();
  };

  Libsvm(const Params& params, const Kernel& kernel) : params_(params), kernel_(kernel) {}
  /// C-SVC without probabilities draws nothing: the result does not depend on `seed`.
  Trained train(const LabeledRows& data, Seed seed) const override;
  Trained train_on_gram(const LabeledRows& numbered, Seed seed) const override;

 private:
  Params params_;
  Kernel kernel_;
};

/// Peak bytes beyond the rows, an upper estimate: the scheduler starts a cell only when they are free.
double memory_of(const Libsvm::Params& params, const TrainingShape& shape);
/// Seconds on one core for training and predicting, right within a factor of a few: for the order of cells
/// and the time left.
double seconds_of(const Libsvm::Params& params, const Kernel& kernel, const TrainingShape& shape);

/// "libsvm".
LearnerKind libsvm_kind();

/// The linked one.
Library libsvm_library();

}  // namespace sketchbench
