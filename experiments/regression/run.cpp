#include "experiments/regression/run.hpp"

#include <fmt/format.h>

#include <sketchbench/core/text.hpp>
#include <sketchbench/harness/cell/typed_experiment.hpp>
#include <sketchbench/learners/metrics.hpp>
#include "experiments/regression/report.hpp"

namespace sketchbench {
namespace {

struct RegressionCells {
  using Parameters = NoParameters;
  using Result = RegressionErrors;

  static RegressionErrors run(CellRun<NoParameters>& run) {
    const auto [dataset, predicted] = scored_test_rows(run.cell, run.context, run.outcome);
    const std::span<const float> targets = dataset->test().y;
    RegressionErrors result;
    result.rmse = rmse(predicted, targets);
    result.relative_rmse = relative_rmse(predicted, targets);
    result.r2 = r_squared(predicted, targets);
    return result;
  }

  /// Throws InputError, with the manifest and its key, where a measure is not defined on the test targets
  /// (learners/metrics.hpp): it would be after every cell has been computed.
  static Resources estimate(const Cell& cell, const NoParameters&, const DatasetInfo& data) {
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
  static Resources estimate_of_rank(const Cell& cell, const NoParameters&, const DatasetInfo& data,
                                    int ranks) {
    return estimate_learning(cell, data, ranks);
  }

  static std::string headline(const RegressionErrors& result) {
    return fmt::format("RMSE {:.4g}, R² {}", result.rmse, decimal_text(result.r2, 4));
  }
};

}  // namespace

const Fields<RegressionErrors>& RegressionErrors::fields() {
  using R = RegressionErrors;
  static const auto all =
      fields_with_learning_facts<R>({{{.name = "rmse", .low = 0}, &R::rmse},
                                     {{.name = "relative_rmse", .low = 0}, &R::relative_rmse},
                                     {{.name = "r2", .high = 1}, &R::r2}});
  return all;
}

Experiment regression_experiment() {
  return typed_experiment<RegressionCells>({.name = "regression",
                                            .task = Task::regression,
                                            .shows = {"error", "time", "error_by_time", "growth"},
                                            .quantities = regression_quantities,
                                            .report = regression_report});
}

}  // namespace sketchbench
