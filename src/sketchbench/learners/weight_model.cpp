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
  std::vector<double> weights(w_.data(), w_.data() + w_.size());
  if (columns_) {
    weights.assign(static_cast<std::size_t>(columns_->d_in() * w_.cols()), 0.0);
    for (Index k = 0; k < w_.cols(); ++k)
      for (std::size_t j = 0; j < columns_->columns().size(); ++j)
        weights[static_cast<std::size_t>(k * columns_->d_in() + columns_->columns()[j])] =
            w_(static_cast<Index>(j), k);
  }
  return ModelParts{.whole = {{"labels", part_of_labels(classes())}},
                    .real = {{"weights", std::move(weights)}},
                    .rows = {}};
}

std::unique_ptr<Model> WeightModel::of_all(ColumnSelection columns) && {
  return std::make_unique<WeightModel>(std::move(w_), std::move(classes_), std::move(columns));
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
  const Index features = columns_ ? columns_->d_in() : w_.rows();
  if (x.dim() != features)
    throw InputError(fmt::format("the rows have {} features, expected {} as in training", x.dim(), features));
  if (!columns_) return multiply_all(StoredRows(x), w_, threads, scores);
  const CsrMatrix of_columns = columns_->apply(x);
  multiply_all(StoredRows(of_columns.view()), w_, threads, scores);
}

float WeightModel::decide(std::span<const double> scores) const {
  const auto best = scores.size() == 1 ? (scores[0] > 0 ? 0 : 1)
                                       : std::max_element(scores.begin(), scores.end()) - scores.begin();
  return static_cast<float>(classes_[static_cast<std::size_t>(best)].label);
}

std::optional<Trained> train_on_occurring_columns(const LabeledRows& data,
                                                  const std::function<Trained(const RowBlocks&)>& train) {
  std::optional<ColumnSelection> columns = ColumnSelection::of(data.x);
  if (!columns) return std::nullopt;
  const CsrMatrix rows = columns->apply(data.x);
  Trained trained = train(StoredRows(rows.view()));
  trained.model = std::move(dynamic_cast<WeightModel&>(*trained.model)).of_all(std::move(*columns));
  return trained;
}

}  // namespace sketchbench
