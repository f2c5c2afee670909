#pragma once
#include <Eigen/Core>
#include <memory>

#include <sketchbench/learners/model.hpp>

namespace sketchbench {

/// <w, x> + intercept, in double precision.
class LinearRegression final : public Regressor {
 public:
  LinearRegression(Eigen::VectorXd w, double intercept) : w_(std::move(w)), intercept_(intercept) {}
  std::optional<ModelParts> parts() const override;
  /// LearnerKind::restore.
  static std::unique_ptr<Model> restore(const ModelParts& parts, Index features);

 private:
  void score(const Rows& x, int threads, std::span<double> scores) const override;

  Eigen::VectorXd w_;
  double intercept_;
};

}  // namespace sketchbench
