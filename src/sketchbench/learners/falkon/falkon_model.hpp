#pragma once
#include <Eigen/Core>
#include <memory>
#include <vector>

#include <sketchbench/core/labeled_rows.hpp>
#include <sketchbench/features/nystrom/landmark_kernel.hpp>
#include <sketchbench/learners/model.hpp>

namespace sketchbench {

/// Rows whose kernel values with the landmarks are held at once, on each thread.
inline constexpr Index falkon_rows_at_once = 256;

/// f_k(x) = sum_j alpha_jk kappa(l_j, x) + b_k. A row's scores do not depend on the rows beside it.
class FalkonModel final : public Model {
 public:
  /// coefficients: landmarks x outputs. `labels`: of classes, one for each output (two for one: above 0 for
  /// the first); empty: of a target.
  FalkonModel(LandmarkKernel kernel, Eigen::MatrixXd coefficients, Eigen::RowVectorXd intercepts,
              std::vector<int> labels);
  static std::unique_ptr<Model> restore(const ModelParts& parts, Task task, const Kernel& kernel,
                                        Index features);

  Index outputs() const override { return coefficients_.cols(); }
  std::vector<int> classes() const override { return labels_; }
  std::optional<ModelParts> parts() const override;

 private:
  void score(const Rows& x, int threads, std::span<double> scores) const override;
  float decide(std::span<const double> scores) const override;

  LandmarkKernel kernel_;
  Eigen::MatrixXd coefficients_;
  Eigen::RowVectorXd intercepts_;
  std::vector<int> labels_;
};

}  // namespace sketchbench
