#pragma once
#include <Eigen/Core>
#include <memory>
#include <optional>

#include <sketchbench/learners/dense_tron/hinge_problems.hpp>

namespace sketchbench {

/// The Hessians of squared hinge problems, H = I + 2 C sum over active rows of c x x^T, and their products
/// with vectors. Each rank has its own rows' part of them, and the first one the identity; products and
/// diagonals are summed.
class HingeHessians {
 public:
  using Selection = HingeProblems::Selection;

  virtual ~HingeHessians() = default;
  /// From now on the Hessians of the selected problems are those of these active rows. `selected` may be
  /// empty (every problem is solved, as at w = 0 where all features are zero); then nothing happens.
  virtual void follow(const Selection& selected, const ActiveInEach& active) = 0;
  /// H v for each selected problem, a column for each.
  virtual Eigen::MatrixXd times(const Selection& selected, const Eigen::MatrixXd& v) const = 0;
  /// Their diagonals, a column for each.
  virtual Eigen::MatrixXd diagonals(const Selection& selected) const = 0;
};

/// How the Hessians of problems are represented.
struct HessianChoice {
  /// As matrices, where they are small beside the rows or the rows cost more than a read: D^2 / 2
  /// multiplications for each row that becomes active or ceases to be, and then D^2 for a product, whatever
  /// n. Otherwise as products that go through the active rows. It depends on the shape alone, never on the
  /// machine, nor on what memory is free, because solutions by one or the other agree but for rounding, both
  /// in double precision.
  bool as_matrices;
  double bytes;  ///< of the matrices and of the rows on their way into them

  /// `n`: rows of a rank. `nonzeros`: of a row, where rows are sparse and products go through these alone.
  static HessianChoice of(Index n, Index D, Index problems, bool rows_in_memory,
                          std::optional<double> nonzeros = {});
};

/// The Hessians of the selected problems at w = 0, where every row is active; they can follow these problems
/// alone. Throws InputError where numbers that Newton's method makes of the Hessians could be beyond double
/// precision. `problems` must outlive it.
std::unique_ptr<HingeHessians> hessians_at_zero(const HingeProblems& problems,
                                                const HingeHessians::Selection& selected);

}  // namespace sketchbench
