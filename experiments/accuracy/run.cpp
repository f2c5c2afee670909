#include "experiments/accuracy/run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include <sketchbench/harness/cell/typed_experiment.hpp>
#include <sketchbench/harness/config/config.hpp>
#include <sketchbench/learners/metrics.hpp>
#include "experiments/accuracy/published.hpp"
#include "experiments/accuracy/report.hpp"
#include "experiments/accuracy/results_table.hpp"

namespace sketchbench {
namespace {

/// A label that is not a number stands for scores that are none (Model::predict).
void require_decided(std::span<const float> labels, const Cell& cell) {
  const auto undecided = std::find_if(labels.begin(), labels.end(), [](float v) { return std::isnan(v); });
  if (undecided != labels.end()) fail_undecided(static_cast<std::size_t>(undecided - labels.begin()), cell);
}

struct AccuracyCells {
  using Parameters = NoParameters;
  using Result = Accuracy;

  static Accuracy run(CellRun<NoParameters>& run) {
    std::vector<float> predicted;
    const auto dataset =
        train_and_test(run.cell, run.context, run.outcome, [&](const Model& model, const Rows& rows) {
          const std::vector<float> some = model.predict(rows, run.context.threads);
          predicted.insert(predicted.end(), some.begin(), some.end());
        });
    require_decided(predicted, run.cell);
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
                                          .report = accuracy_report,
                                          .measured = accuracy_measured});
}

}  // namespace sketchbench
