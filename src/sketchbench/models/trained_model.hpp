#pragma once
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <sketchbench/core/column_selection.hpp>
#include <sketchbench/core/input_form.hpp>
#include <sketchbench/core/labeled_rows.hpp>
#include <sketchbench/core/owned_rows.hpp>
#include <sketchbench/features/feature_map.hpp>
#include <sketchbench/learners/learner.hpp>
#include <sketchbench/models/model_request.hpp>
#include <sketchbench/models/probabilities.hpp>

namespace sketchbench {

/// What a trained model consists of.
struct ModelState {
  ModelRequest request;  ///< complete; the kernel's sigma is a number
  Index features = 0;    ///< columns of the rows that it takes
  Index training_rows = 0;
  InputForm input = {};                   ///< of the file that the training rows were read from
  std::shared_ptr<const FeatureMap> map;  ///< null: none
  std::unique_ptr<Model> model;
  /// One for the score of two classes, otherwise one for each score; empty: see has_probabilities().
  std::vector<Sigmoid> sigmoids;
  TrainingReport report;  ///< empty for a model that was read
  /// Of wide sparse training rows: the columns that map and model know. None: all.
  std::optional<ColumnSelection> columns;

  /// Columns of the rows that map and model are given.
  Index known_columns() const { return columns ? columns->d_out() : features; }
  /// Calls use(rows, first_row) with rows of `features` columns as map and model are given them: x itself, or
  /// renumbered block by block. InputError for rows of another width.
  void take_in(const Rows& x, const std::function<void(const Rows& rows, Index first_row)>& use) const;
  /// The map's features of such rows (FeatureMap::transform).
  void transform(const Rows& x, MatrixRef z, int threads = 1) const;
};

/// The columns that a model by that request is to know of its training rows; none: all, as where the user has
/// given a map rows, which have columns of their own.
std::optional<ColumnSelection> columns_for(const ModelRequest& request, const Rows& train);
/// What stands for values in all other columns, where anything depends on them: on a kernel's distances.
ColumnSelection::Join join_for(const ModelRequest& request);

/// What a model tells of some rows that follow each other.
struct RowAnswers {
  Index first_row = 0;           ///< from 0
  std::vector<float> predicted;  ///< a label or a target for each row
  std::vector<double> numbers;   ///< what was asked for beside it, row by row
};

/// A feature map, if any, and what a learner made of the features. Rows that it is asked about have
/// features() columns, sparse or dense; `threads` change no result. InputError, with the row's number from 1,
/// where a feature or a score is not finite.
class TrainedModel {
 public:
  explicit TrainedModel(ModelState state) : state_(std::move(state)) {}

  Task task() const { return state_.request.learner.task(); }
  Index features() const { return state_.features; }
  /// As in the training data, in the order of scores and probabilities; empty for targets.
  std::vector<int> classes() const { return state_.model->classes(); }
  /// Scores of a row; what they are is the learner's (README, Learners).
  Index outputs() const { return state_.model->outputs(); }

  /// A label or a target for each row.
  std::vector<float> predict(const Rows& x, int threads = 1) const;
  /// x.size() x outputs(), row by row.
  std::vector<double> scores(const Rows& x, int threads = 1) const;
  /// Those of logistic regression have them, and classifiers that were trained with
  /// ModelRequest::probabilities.
  bool has_probabilities() const;
  /// x.size() x classes(), row by row; each row's sum is 1. InputError, with what to do, for a model that has
  /// none.
  std::vector<double> probabilities(const Rows& x, int threads = 1) const;

  enum class Numbers { none, scores, probabilities };
  /// Calls use() with the predictions and the numbers beside them, block by block in the order of the rows:
  /// each row is mapped and scored once, and no more than a block is held.
  void tell(const Rows& x, Numbers numbers, int threads,
            const std::function<void(const RowAnswers& answers)>& use) const;

  /// As many as ModelState says: probabilities are made by them from now on.
  void set_sigmoids(std::vector<Sigmoid> sigmoids) { state_.sigmoids = std::move(sigmoids); }

  /// How rows of files become the model's.
  void set_input(InputForm input) { state_.input = std::move(input); }

  const ModelState& state() const { return state_; }

 private:
  /// Calls use(z, first_row) block by block with the rows or with their features.
  void for_each_block(const Rows& x, int threads,
                      const std::function<void(const Rows& z, Index first_row)>& use) const;
  void for_each_score(const Rows& x, int threads,
                      const std::function<void(std::vector<double>&& scores, Index first_row)>& use) const;
  void require_probabilities() const;
  /// Of rows' scores.
  std::vector<double> probabilities_from(std::span<const double> scores) const;

  ModelState state_;
};

/// Trains on all of the rows. InputError where request, rows and labels do not go together, where there is no
/// memory for it, and where what is computed leaves the range of numbers.
TrainedModel train_model(const LabeledRows& data, const ModelRequest& request);

}  // namespace sketchbench
