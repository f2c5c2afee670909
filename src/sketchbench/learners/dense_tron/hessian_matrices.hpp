#pragma once
#include <sketchbench/learners/dense_tron/hinge_hessians.hpp>
#include <sketchbench/learners/dense_tron/symmetric_matrix.hpp>

namespace sketchbench {

/// Hessians as matrices that follow the active rows.
class HessianMatrices final : public HingeHessians {
 public:
  /// Bytes of the rows that are gathered for each matrix before they change it; where several threads change
  /// one matrix, each gathers them for itself.
  static double buffer(Index D);

  explicit HessianMatrices(const HingeProblems& problems);
  void follow(const Selection& selected, const ActiveInEach& active) override;
  Eigen::MatrixXd times(const Selection& selected, const Eigen::MatrixXd& v) const override;
  Eigen::MatrixXd diagonals(const Selection& selected) const override;

 private:
  class Changes;
  class Update;

  const HingeProblems& problems_;
  std::vector<ActiveRows> active_;
  std::vector<SymmetricMatrix> matrix_;  ///< one for each problem
};

}  // namespace sketchbench
