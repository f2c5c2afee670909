#include "experiments/regression/run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/text.hpp"
#include "experiments/learning.hpp"
#include "experiments/regression/report.hpp"
#include "harness/cell/result_values.hpp"
#include "learners/metrics.hpp"

namespace sketchbench {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

void require_finite_scores(std::span<const double> scores, const Cell& cell) {
  const auto bad = std::find_if(scores.begin(), scores.end(), [](double v) { return !std::isfinite(v); });
  if (bad != scores.end()) fail_undecided(static_cast<std::size_t>(bad - scores.begin()), cell);
}

Outcome run_regression(const Cell& cell, const RunContext& context) {
  Outcome outcome;
  std::vector<double> predicted;
  const auto dataset = train_and_test(cell, context, outcome, [&](const Model& model, const Rows& rows) {
    const std::vector<double> some = model.scores(rows, context.threads);
    predicted.insert(predicted.end(), some.begin(), some.end());
  });
  require_finite_scores(predicted, cell);
  const std::span<const float> targets = dataset->test().y;
  outcome.result["rmse"] = rmse(predicted, targets);
  outcome.result["relative_rmse"] = relative_rmse(predicted, targets);
  outcome.result["r2"] = r_squared(predicted, targets);
  return outcome;
}

/// Throws InputError, with the manifest and its key, where a measure is not defined on the test targets
/// (learners/metrics.hpp): it would be after every cell has been computed.
Resources estimate_regression(const Cell& cell, const DatasetInfo& data) {
  if (data.labels && (data.labels->test_all_zero || !data.labels->test_differ)) {
    const std::string found = data.n_test <= 1             ? fmt::format("{} test row", data.n_test)
                              : data.labels->test_all_zero ? "test targets that are all 0"
                                                           : "test targets that are all the same";
    throw InputError(fmt::format(
        "{}: \"sources\" give {} in the split \"{}\", on which {} is not defined, expected "
        "two targets or more that differ",
        data.manifest, found, data.split, data.labels->test_all_zero ? "the relative RMSE" : "R²"));
  }
  return estimate_learning(cell, data);
}

void check_errors(const Json& result) {
  check_learning_facts(result);
  for (const char* error : {"rmse", "relative_rmse"}) static_cast<void>(number_in(result, error, 0));
  static_cast<void>(number_in(result, "r2", -infinity, 1));
}

std::string error_headline(const Json& result) {
  return fmt::format("RMSE {:.4g}, R² {}", result.at("rmse").get<double>(),
                     decimal_text(result.at("r2").get<double>(), 4));
}

}  // namespace

Experiment regression_experiment() {
  return {.name = "regression",
          .version = 1,
          .task = Task::regression,
          .shows = {"error", "time", "error_by_time", "growth"},
          .run = run_regression,
          .estimate = estimate_regression,
          .check = check_errors,
          .headline = error_headline,
          .guarded = {{.name = "relative_rmse",
                       .title = "Relative RMSE on the test rows",
                       .values = [](const Json& result) -> std::vector<double> {
                         return {result.at("relative_rmse").get<double>()};
                       }}},
          .also_ranked = {{.name = "rmse",
                           .title = "RMSE on the test rows",
                           .values = [](const Json& result) -> std::vector<double> {
                             return {result.at("rmse").get<double>()};
                           }}},
          .costs = learning_costs(),
          .report = regression_report};
}

}  // namespace sketchbench
