#include "experiments/accuracy/run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <span>
#include <vector>

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
    std::vector<float> predicted;
    std::vector<double> scores;  // of two classes
    float positive = 0;
    const auto dataset =
        train_and_test(run.cell, run.context, run.outcome, [&](const Model& model, const Rows& rows) {
          const std::vector<int> classes = model.classes();
          if (classes.size() != 2) {
            std::ranges::copy(model.predict(rows, run.context.threads), std::back_inserter(predicted));
            return;
          }
          positive = static_cast<float>(classes.front());  // a score is larger the more it is for the first
          const std::vector<double> some = model.scores(rows, run.context.threads);
          std::ranges::copy(some, std::back_inserter(scores));
          std::ranges::copy(model.predictions(some), std::back_inserter(predicted));
        });
    if (run.context.ranks->size() > 1) {
      predicted = run.context.ranks->gather<float>(predicted);
      scores = run.context.ranks->gather<double>(scores);
    }
    require_decided(predicted, run.cell);
    const std::span<const float> labels = dataset->test().y;
    Accuracy result;
    result.accuracy = percent_correct(predicted, labels);
    if (!scores.empty() && dataset->info().classes.size() == 2 &&
        std::ranges::any_of(labels, [&](float label) { return label != labels.front(); }))
      result.auc = area_under_roc(scores, labels, positive);
    return result;
  }

  static Resources estimate(const Cell& cell, const NoParameters&, const DatasetInfo& data) {
    return estimate_learning(cell, data);
  }
  static Resources estimate_of_rank(const Cell& cell, const NoParameters&, const DatasetInfo& data,
                                    int ranks) {
    return estimate_learning(cell, data, ranks);
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
      {{{.name = "accuracy", .low = 0, .high = 100}, &Accuracy::accuracy},
       {{.name = "auc", .low = 0, .high = 1}, &Accuracy::auc}});
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
