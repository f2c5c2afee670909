#pragma once
#include <sketchbench/learners/block_smo/decomposition.hpp>
#include <sketchbench/learners/dual_model.hpp>
#include <sketchbench/learners/learner.hpp>
#include <sketchbench/learners/row_blocks.hpp>

namespace sketchbench {

// What block SMO's learners have in common.

inline constexpr const char* block_smo_citation =
    "Joachims, T. (1999). Making large-scale SVM learning practical. Advances in Kernel Methods; Fan, R.-E., "
    "Chen, P.-H. and Lin, C.-J. (2005). Working set selection using second order information for training "
    "support vector machines. JMLR 6.";

/// LearnerKind::supports.
bool uses_products_of_rows(const Kernel& kernel);

/// Training rows in the form, sparse or dense, of which kernel rows take less time.
class KernelTrainingRows {
 public:
  /// InputError for a kernel that `kind` does not support, or whose values on these rows are beyond single
  /// precision.
  KernelTrainingRows(const Rows& x, const Kernel& kernel, const LearnerKind& kind);
  Rows view() const { return rows_.view(); }

 private:
  RowsInForm rows_;
};

/// Of a learner of one machine.
template <class Params>
DualParams dual_params(const Params& params, std::int64_t max_steps) {
  constexpr double megabyte = 1048576;
  return {.eps = params.eps,
          .cache_bytes = params.cache_mb * megabyte,
          .shrinking = params.shrinking,
          .max_steps = max_steps,
          .threads = params.threads};
}

/// The machine's rows with b != 0.
PairSolution machine_of(const DualResult& result);
/// The report of a learner of one machine.
TrainingReport report_of(const DualResult& result);

}  // namespace sketchbench
