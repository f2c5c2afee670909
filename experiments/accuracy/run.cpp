#include "experiments/accuracy/run.hpp"

#include <fmt/format.h>

#include <sketchbench/harness/cell/typed_experiment.hpp>
#include <sketchbench/harness/config/config.hpp>
#include <sketchbench/learners/metrics.hpp>
#include "experiments/accuracy/published.hpp"
#include "experiments/accuracy/report.hpp"
#include "experiments/accuracy/results_table.hpp"

namespace sketchbench {
namespace {

struct AccuracyCells {
  using Parameters = NoParameters;
  using Result = Accuracy;

  static Accuracy run(CellRun<NoParameters>& run) {
    const auto [dataset, predicted] = predicted_test_rows(run.cell, run.context, run.outcome);
    Accuracy result;
    result.accuracy = percent_correct(predicted, dataset->test().y);
    return result;
  }

  static Resources estimate(const Cell& cell, const NoParameters&, const DatasetInfo& data) {
    return estimate_learning(cell, data);
  }

  static std::string headline(const Accuracy& result) { return fmt::format("{:.2f} %", result.accuracy); }
};

/// Reads all of them.
void require_published_accuracies(const PaperReference& reference) {
  static_cast<void>(PaperTable(reference.file, reference.section));
}

}  // namespace

const Fields<Accuracy>& Accuracy::fields() {
  static const auto all = fields_with_learning_facts<Accuracy>(
      {{{.name = "accuracy", .low = 0, .high = 100}, &Accuracy::accuracy}});
  return all;
}

Experiment accuracy_experiment() {
  return typed_experiment<AccuracyCells>({.name = "accuracy",
                                          .task = Task::classification,
                                          .shows = {"accuracy", "time"},
                                          .require_published = require_published_accuracies,
                                          .shows_beside = true,
                                          .quantities = accuracy_quantities,
                                          .report = accuracy_report});
}

}  // namespace sketchbench
