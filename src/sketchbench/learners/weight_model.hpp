#pragma once
#include <Eigen/Core>
#include <memory>
#include <vector>

#include <sketchbench/core/json_fwd.hpp>
#include <sketchbench/kernels/kernel.hpp>
#include <sketchbench/learners/labels.hpp>
#include <sketchbench/learners/model.hpp>

namespace sketchbench {

/// Linear scores, one for each class (one alone for two): the class of the largest, the first of equals; of
/// two classes, the first where the only score is above 0. So does LIBLINEAR decide. Weights and sums are in
/// double precision, as LIBLINEAR's are, and a row's scores do not depend on the rows beside it.
class WeightModel final : public Model {
 public:
  /// w: D x classes, or D x 1 for two.
  WeightModel(Eigen::MatrixXd w, std::vector<ClassCount> classes)
      : w_(std::move(w)), classes_(std::move(classes)) {}
  Index outputs() const override { return w_.cols(); }
  std::vector<int> classes() const override;
  std::optional<ModelParts> parts() const override;
  /// LearnerKind::restore.
  static std::unique_ptr<Model> restore(const ModelParts& parts, Index features);

 private:
  void score(const Rows& x, int threads, std::span<double> scores) const override;
  float decide(std::span<const double> scores) const override;

  Eigen::MatrixXd w_;
  std::vector<ClassCount> classes_;
};

}  // namespace sketchbench
