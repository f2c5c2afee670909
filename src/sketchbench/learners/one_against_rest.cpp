#include <sketchbench/learners/one_against_rest.hpp>

#include <algorithm>
#include <utility>

#include <sketchbench/learners/weight_model.hpp>

namespace sketchbench {

OneAgainstRest::OneAgainstRest(std::span<const float> y, std::span<const double> weights,
                               const std::optional<ClassWeights>& class_weight, const Communicator& ranks)
    : classes_(count_classes(y, weights, ranks)), by_label_(classes_) {
  if (classes_.size() > 2) std::ranges::sort(by_label_, {}, &ClassCount::label);
  if (class_weight) weights_ = class_weight->for_classes(by_label_);
}

std::unique_ptr<Model> OneAgainstRest::model(Eigen::MatrixXd w) const {
  if (w.cols() == 1) return std::make_unique<WeightModel>(std::move(w), classes_);
  Eigen::MatrixXd in_order(w.rows(), w.cols());
  for (Eigen::Index k = 0; k < w.cols(); ++k) {
    const auto at =
        std::ranges::find(by_label_, classes_[static_cast<std::size_t>(k)].label, &ClassCount::label);
    in_order.col(k) = w.col(at - by_label_.begin());
  }
  return std::make_unique<WeightModel>(std::move(in_order), classes_);
}

}  // namespace sketchbench
