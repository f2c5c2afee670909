#pragma once
#include <sketchbench/learners/dense_tron/hinge_hessians.hpp>

namespace sketchbench {

/// Hessians whose products go through the active rows; only the diagonals are kept.
class HessianProducts final : public HingeHessians {
 public:
  explicit HessianProducts(const HingeProblems& problems);
  void follow(const Selection& selected, const ActiveInEach& active) override;
  Eigen::MatrixXd times(const Selection& selected, const Eigen::MatrixXd& v) const override;
  Eigen::MatrixXd diagonals(const Selection& selected) const override;

 private:
  const HingeProblems& problems_;
  std::vector<ActiveRows> active_;
  double identity_;            ///< 1 on the first rank, else 0
  Eigen::MatrixXd diagonals_;  ///< a column for each problem; this rank's part
};

}  // namespace sketchbench
