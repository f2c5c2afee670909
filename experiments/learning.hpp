#pragma once
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <sketchbench/core/fields.hpp>
#include <sketchbench/harness/cell/experiment.hpp>
#include <sketchbench/learners/model.hpp>

namespace sketchbench {

// What the experiments that train a learner and test it have in common; they differ in what they make of the
// scores of the test rows.

/// Called with the model and the test rows, or their features, block by block in their order; of several
/// ranks with this one's part (share_of).
using ReadScores = std::function<void(const Model& model, const Rows& rows)>;

/// Loads the cell's data, maps the rows unless the method is "exact", trains and predicts. Phase "map" is
/// that of drawing the map and of mapping the training rows to memory that is there ("allocate", before):
/// what "construction_time" measures; where features are streamed, of drawing it alone. Fills the outcome's
/// times and facts and leaves the result to the caller, beginning with "features_nonzero_share" where
/// features were held. Returns the data set. InputError, before any work, where the learner is for another
/// task than the data; where a training or test feature, or an objective, is not finite.
std::shared_ptr<const Dataset> train_and_test(const Cell& cell, const RunContext& context, Outcome& outcome,
                                              const ReadScores& read);

/// InputError, with the row, for an answer that is not finite.
void require_decided(std::span<const float> answers, const Cell& cell);

/// The same as train_and_test(), and the model's scores of all test rows, all of them finite.
struct ScoredRows {
  std::shared_ptr<const Dataset> dataset;
  std::vector<double> scores;
};
ScoredRows scored_test_rows(const Cell& cell, const RunContext& context, Outcome& outcome);

/// Experiment::estimate of all of them, and with several ranks their estimate_of_rank. InputError, with the
/// manifest and its key, for labels that are no classes or of one class alone.
Resources estimate_learning(const Cell& cell, const DatasetInfo& data, int ranks = 1);

/// What all of them tell of their runs' times and memory, "map_s" to "peak_rss_mb" in table.csv.
const std::vector<Quantity<RunGroup>>& learning_costs();

/// What train_and_test() leaves in a result.
struct LearningFacts {
  std::optional<Index> n_train, n_test;
  std::optional<double> features_nonzero_share;
};
/// The fields of a result that is one of LearningFacts and has `own` as well.
template <class Result>
Fields<Result> fields_with_learning_facts(std::vector<Field<Result>> own) {
  own.push_back({{.name = "n_train", .low = 1}, &Result::n_train});
  own.push_back({{.name = "n_test", .low = 1}, &Result::n_test});
  own.push_back({{.name = "features_nonzero_share", .low = 0, .high = 1}, &Result::features_nonzero_share});
  return Fields<Result>(std::move(own));
}

}  // namespace sketchbench
