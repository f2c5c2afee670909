#pragma once
#include <optional>
#include <span>

#include <sketchbench/learners/class_weights.hpp>
#include <sketchbench/learners/learner.hpp>
#include <sketchbench/learners/row_blocks.hpp>

namespace sketchbench {

/// Our own solver for the problem of LIBLINEAR's solvers 1 and 2 on sparse rows,
///     min over w of |w|^2 / 2 + C sum_i c_i max(0, 1 - y_i <w, x_i>)^2,
/// for each class against the rest (once for two classes): that of DenseTron, with the same weights and
/// constants, by the method and the stopping rule of LIBLINEAR's solver 1, dual coordinate descent (Hsieh,
/// Chang, Lin, Keerthi & Sundararajan 2008). A pass through the rows costs their non-zeros, whatever the
/// number of columns. What differs from LIBLINEAR is the work: a non-zero takes 8 bytes for 16, a row is
/// fetched while others are worked on, and up to eight classes see a row at a time. Sums are in double
/// precision. Dense rows are copied as sparse ones; where hardly a value is zero, or where C is large, which
/// takes many passes, DenseTron is faster.
class CoordinateDescent final : public Learner {
 public:
  struct Params {
    double C = 1;
    /// Stops when the largest and the smallest projected gradient of a pass through all rows are no further
    /// apart.
    double eps = 0.1;
    int max_passes = 1000;  ///< for a class
    std::optional<ClassWeights> class_weight = {};
    int threads = 1;  ///< share groups of eight classes; do not change the result
  };

  explicit CoordinateDescent(const Params& params) : params_(params) {}
  Trained train(const LabeledRows& data, Seed seed) const override;
  /// On rows that are in memory, sparse or dense.
  Trained train_on_blocks(const RowBlocks& rows, std::span<const float> y, std::span<const double> weights,
                          Seed seed) const override;
  /// Where there are more weights than non-zeros.
  bool gains_by_renumbering(const LabeledRows& data) const override;

 private:
  Params params_;
};

/// "coordinate_descent".
LearnerKind coordinate_descent_kind();

}  // namespace sketchbench
