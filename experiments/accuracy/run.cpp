#include "experiments/accuracy/run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "experiments/accuracy/published.hpp"
#include "experiments/accuracy/report.hpp"
#include "experiments/learning.hpp"
#include "harness/cell/result_values.hpp"
#include "harness/config/config.hpp"
#include "learners/metrics.hpp"

namespace sketchbench {
namespace {

/// A label that is not a number stands for scores that are none (Model::predict).
void require_decided(std::span<const float> labels, const Cell& cell) {
  const auto undecided = std::find_if(labels.begin(), labels.end(), [](float v) { return std::isnan(v); });
  if (undecided != labels.end()) fail_undecided(static_cast<std::size_t>(undecided - labels.begin()), cell);
}

Outcome run_accuracy(const Cell& cell, const RunContext& context) {
  Outcome outcome;
  std::vector<float> predicted;
  const auto dataset = train_and_test(cell, context, outcome, [&](const Model& model, const Rows& rows) {
    const std::vector<float> some = model.predict(rows, context.threads);
    predicted.insert(predicted.end(), some.begin(), some.end());
  });
  require_decided(predicted, cell);
  outcome.result["accuracy"] = percent_correct(predicted, dataset->test().y);
  return outcome;
}

void check_accuracy(const Json& result) {
  check_learning_facts(result);
  static_cast<void>(number_in(result, "accuracy", 0, 100));
}

std::string percent_headline(const Json& result) {
  return fmt::format("{:.2f} %", result.at("accuracy").get<double>());
}

/// Reads all of them.
void require_published_accuracies(const PaperReference& reference) {
  static_cast<void>(PaperTable(reference.file, reference.section));
}

}  // namespace

Experiment accuracy_experiment() {
  return {.name = "accuracy",
          .version = 1,
          .task = Task::classification,
          .shows = {"accuracy", "time"},
          .require_published = require_published_accuracies,
          .shows_beside = true,
          .run = run_accuracy,
          .estimate = estimate_learning,
          .check = check_accuracy,
          .headline = percent_headline,
          .guarded = {{.name = "accuracy",
                       .title = "Test accuracy in per cent",
                       .per_cent = true,
                       .values = [](const Json& result) -> std::vector<double> {
                         return {result.at("accuracy").get<double>()};
                       }}},
          .costs = learning_costs(),
          .report = accuracy_report};
}

}  // namespace sketchbench
