#include "experiments/regression/claimed_costs.hpp"

#include <fmt/format.h>

#include <sketchbench/features/feature_map.hpp>
#include <sketchbench/harness/cell/cell_map.hpp>
#include <sketchbench/learners/learner.hpp>

namespace sketchbench {
namespace {

bool is_exact(const RegressionRow& row) { return row.method == exact_method; }

const LearnerKind& learner_of(const RegressionRow& row) { return learner_kind_of(row.learner); }

/// "t n d", "t (d D + D)"; empty without terms.
std::string times(std::string_view factor, const std::string& terms) {
  if (terms.empty()) return "";
  return terms.find('+') == std::string::npos ? fmt::format("{} {}", factor, terms)
                                              : fmt::format("{} ({})", factor, terms);
}

std::string prediction_in_words(const RegressionRow& row) {
  const std::string& of_row = learner_of(row).claim_of_row;
  if (is_exact(row)) return times("t", of_row);
  const FeatureMapKind& map = kind_of_map(row.method, row.external);
  if (map.claim.empty() || of_row.empty()) return "";
  return map.claim_of_prediction.empty() ? times("t", map.claim + " + " + of_row) : map.claim_of_prediction;
}

double operations(double (*claimed)(const TrainingShape&), const TrainingShape& shape) {
  return claimed == nullptr ? 0 : claimed(shape);
}

/// What a learner is trained on.
TrainingShape shape_of(const RegressionRow& row) {
  return {.n = row.n_train, .d = is_exact(row) ? row.d : row.D, .n_test = row.n_test};
}

double operations_of_prediction(const RegressionRow& row, const MapRequest& request) {
  const auto rows = static_cast<double>(row.n_test);
  const FeatureMapKind& map = kind_of_map(row.method, row.external);
  if (map.claimed_operations_of_prediction != nullptr)
    return map.claimed_operations_of_prediction(request, rows);
  const double scores = operations(learner_of(row).claimed_operations_of_row, shape_of(row));
  if (map.claimed_operations == nullptr || scores == 0) return 0;
  return rows * (map.claimed_operations(request) + scores);
}

}  // namespace

std::string name_of(Phase phase) {
  return phase == Phase::mapping ? "Mapping" : phase == Phase::training ? "Training" : "Prediction";
}

Sample seconds_of(Phase phase, const RegressionRow& row) {
  if (phase == Phase::training) return row.train_s;
  if (phase == Phase::prediction) return row.predict_s;
  return is_exact(row) ? Sample{} : row.map_s;
}

std::string claim_in_words(Phase phase, const RegressionRow& row) {
  if (phase == Phase::training) return learner_of(row).claim;
  if (phase == Phase::prediction) return prediction_in_words(row);
  return is_exact(row) ? "" : times("n", kind_of_map(row.method, row.external).claim);
}

double claimed_operations(Phase phase, const RegressionRow& row) {
  if (row.runs() == 0) return 0;
  const LearnerKind& learner = learner_of(row);
  if (phase == Phase::training) return operations(learner.claimed_operations, shape_of(row));
  if (is_exact(row))
    return phase == Phase::mapping ? 0
                                   : static_cast<double>(row.n_test) *
                                         operations(learner.claimed_operations_of_row, shape_of(row));
  const MapRequest request = map_request(row.done.front().cell, row.d, row.n_train, 0);
  if (phase == Phase::prediction) return operations_of_prediction(row, request);
  const auto claimed = kind_of_map(row.method, row.external).claimed_operations;
  return claimed == nullptr ? 0 : static_cast<double>(row.n_train) * claimed(request);
}

}  // namespace sketchbench
