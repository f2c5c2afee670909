#pragma once
#include <Eigen/Core>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include <sketchbench/learners/class_weights.hpp>
#include <sketchbench/learners/labels.hpp>
#include <sketchbench/learners/model.hpp>

namespace sketchbench {

/// The classes of linear problems, one for each against the rest, or one for two classes. Problems, and what
/// records say of them, are in the order of the labels; ties are decided in that of count_classes().
class OneAgainstRest {
 public:
  /// `weights`: of rows; empty: 1 each. Of all ranks' rows.
  OneAgainstRest(std::span<const float> y, std::span<const double> weights,
                 const std::optional<ClassWeights>& class_weight,
                 const Communicator& ranks = Communicator::alone());

  const std::vector<ClassCount>& by_label() const { return by_label_; }
  /// Of by_label(); empty: 1 each.
  const std::vector<double>& weights() const { return weights_; }
  /// w: a column for each problem.
  std::unique_ptr<Model> model(Eigen::MatrixXd w) const;

 private:
  std::vector<ClassCount> classes_, by_label_;
  std::vector<double> weights_;
};

}  // namespace sketchbench
