#pragma once
#include <Eigen/Core>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <sketchbench/core/column_selection.hpp>
#include <sketchbench/core/json_fwd.hpp>
#include <sketchbench/kernels/kernel.hpp>
#include <sketchbench/learners/labels.hpp>
#include <sketchbench/learners/learner.hpp>
#include <sketchbench/learners/model.hpp>
#include <sketchbench/learners/row_blocks.hpp>

namespace sketchbench {

/// Linear scores, one for each class (one alone for two): the class of the largest, the first of equals; of
/// two classes, the first where the only score is above 0. So does LIBLINEAR decide. Weights and sums are in
/// double precision, as LIBLINEAR's are, and a row's scores do not depend on the rows beside it. Of very wide
/// rows it may hold the weights of some columns alone, where all others are 0.
class WeightModel final : public Model {
 public:
  /// w: D x classes, or D x 1 for two.
  WeightModel(Eigen::MatrixXd w, std::vector<ClassCount> classes)
      : w_(std::move(w)), classes_(std::move(classes)) {}
  /// w: as many rows as `columns` gives; the model is for rows of all columns.
  WeightModel(Eigen::MatrixXd w, std::vector<ClassCount> classes, ColumnSelection columns)
      : w_(std::move(w)), classes_(std::move(classes)), columns_(std::move(columns)) {}
  /// This model, which was trained on rows that `columns` gave, for rows of all columns.
  std::unique_ptr<Model> of_all(ColumnSelection columns) &&;
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
  std::optional<ColumnSelection> columns_;
};

/// Trains a WeightModel on the columns that occur in the rows, where they are so few of all that it pays:
/// time and memory are those of the non-zeros then. None where it does not.
std::optional<Trained> train_on_occurring_columns(const LabeledRows& data,
                                                  const std::function<Trained(const RowBlocks&)>& train);

}  // namespace sketchbench
