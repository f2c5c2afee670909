#pragma once
#include <Eigen/Core>
#include <vector>

#include "learners/hinge_problems.hpp"

namespace sketchbench {

/// The Hessians of squared hinge problems, H = I + 2 C sum over active rows of x x^T, and their products with
/// vectors.
///
/// Where D is small they are kept as matrices (4 D^2 bytes a problem) that follow the active rows: D^2 / 2
/// multiplications for each row that becomes active or ceases to be, and then a product costs D^2, whatever
/// n. Where D is large every product goes through the rows.
class HingeHessians {
 public:
  using Selection = HingeProblems::Selection;
  using Matrix = HingeProblems::Matrix;

  explicit HingeHessians(const HingeProblems& problems);
  /// Bytes for D features and that many problems.
  static double memory(Index D, Index problems);

  /// From now on the Hessians of the selected problems are those at weights with these scores, a column for
  /// each.
  void follow(const Selection& selected, const Matrix& score);
  /// H v for each selected problem, a column for each.
  Eigen::MatrixXd times(const Selection& selected, const Eigen::MatrixXd& v) const;
  Eigen::VectorXd diagonal(Index problem) const;

 private:
  using Active = Eigen::Array<bool, Eigen::Dynamic, 1>;
  class Changes;
  class Update;

  void update_matrices(const Selection& selected, const std::vector<Active>& wanted);

  const HingeProblems& problems_;
  bool keeps_matrices_;
  std::vector<Active> active_;
  std::vector<Eigen::MatrixXf> lower_;  ///< the lower triangles; empty until first needed
};

}  // namespace sketchbench
