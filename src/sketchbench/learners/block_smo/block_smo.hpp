#pragma once
#include <optional>
#include <span>
#include <vector>

#include <sketchbench/learners/class_weights.hpp>
#include <sketchbench/learners/dual_model.hpp>
#include <sketchbench/learners/learner.hpp>

namespace sketchbench {

/// Our own solver for kernel C-SVC, one-against-one, for kernels that are functions of inner products and
/// norms. Problem, stopping rule and order of classes and pairs are LIBSVM's (libsvm.hpp), so that the two
/// can be compared pair by pair. Kernel rows are computed 64 at a time in single precision (packed_rows.hpp)
/// and cached; svc_dual.hpp says how a pair is solved.
class BlockSmo final : public Learner {
 public:
  struct Params {
    double C = 1;
    double eps = 0.001;      ///< largest violation of the optimality conditions
    double cache_mb = 4000;  ///< for kernel rows, of all pairs that are solved at once
    bool shrinking = true;   ///< leave out rows that are likely to stay at their bounds
    std::optional<ClassWeights> class_weight = {};
    /// Pairs of classes that are solved at once, as far as the cache is large enough for them; for two
    /// classes, the threads of one pair. Does not change the result.
    int threads = 1;
    Index working_set = 512;     ///< rows that are optimised together
    std::int64_t max_steps = 0;  ///< for a pair; 0: as many as LIBSVM takes (libsvm_iteration_limit)

    static const Fields<Params>& fields();
  };

  BlockSmo(const Params& params, const Kernel& kernel) : params_(params), kernel_(kernel) {}
  /// Draws nothing: the result does not depend on `seed`. Throws InputError where kernel values would be
  /// beyond single precision.
  Trained train(const LabeledRows& data, Seed seed) const override;
  Trained train_on_gram(const LabeledRows& numbered, Seed seed) const override;

 private:
  Params params_;
  Kernel kernel_;
};

/// The machines of all pairs of classes.
struct GramSvm {
  std::vector<PairSolution> pairs;
  TrainingReport report;
};
/// The same on a kernel matrix, n x n, dense and symmetric, which is used where it is: one that is not of a
/// kernel of the library, and need not be positive definite (as LIBSVM's -t 4). `weights`: of rows, as
/// LabeledRows has them.
GramSvm train_on_gram(const BlockSmo::Params& params, const Rows& gram, std::span<const float> y,
                      std::span<const double> weights = {});

/// Peak bytes beyond the rows, an upper estimate: the scheduler starts a cell only when they are free.
double memory_of(const BlockSmo::Params& params, const TrainingShape& shape);
/// Seconds on one core for training and predicting, right within a factor of a few: for the order of cells
/// and the time left.
double seconds_of(const BlockSmo::Params& params, const Kernel& kernel, const TrainingShape& shape);

/// "block_smo".
LearnerKind block_smo_kind();

}  // namespace sketchbench
