#include <sketchbench/learners/weight_model.hpp>

#include <fmt/format.h>

#include <algorithm>

#include <sketchbench/core/error.hpp>
#include <sketchbench/learners/multiplied_rows.hpp>

namespace sketchbench {

std::vector<int> WeightModel::classes() const {
  std::vector<int> labels;
  for (const ClassCount& one : classes_) labels.push_back(one.label);
  return labels;
}

std::optional<ModelParts> WeightModel::parts() const {
  return ModelParts{.whole = {{"labels", part_of_labels(classes())}},
                    .real = {{"weights", {w_.data(), w_.data() + w_.size()}}},
                    .rows = {}};
}

std::unique_ptr<Model> WeightModel::restore(const ModelParts& parts, Index features) {
  const PartsReader reader(parts);
  std::vector<ClassCount> classes;
  for (const int label : reader.labels()) classes.push_back({.label = label});
  const Index columns = classes.size() == 2 ? 1 : std::ssize(classes);
  const auto& w = reader.real("weights", static_cast<std::size_t>(features * columns));
  return std::make_unique<WeightModel>(Eigen::Map<const Eigen::MatrixXd>(w.data(), features, columns),
                                       std::move(classes));
}

void WeightModel::score(const Rows& x, int threads, std::span<double> scores) const {
  if (x.dim() != w_.rows())
    throw InputError(
        fmt::format("the rows have {} features, expected {} as in training", x.dim(), w_.rows()));
  multiply_all(StoredRows(x), w_, threads, scores);
}

float WeightModel::decide(std::span<const double> scores) const {
  const auto best = scores.size() == 1 ? (scores[0] > 0 ? 0 : 1)
                                       : std::max_element(scores.begin(), scores.end()) - scores.begin();
  return static_cast<float>(classes_[static_cast<std::size_t>(best)].label);
}

}  // namespace sketchbench
