#include "experiments/accuracy/run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/error.hpp"
#include "experiments/accuracy/report.hpp"
#include "harness/cell/cell_data.hpp"
#include "harness/cell/cell_map.hpp"
#include "harness/cell/finite_features.hpp"
#include "harness/cell/mapped_rows.hpp"
#include "harness/cell/phases.hpp"
#include "harness/cell/result_values.hpp"
#include "learners/learner.hpp"

namespace sketchbench {
namespace {

double percent_correct(std::span<const float> predicted, std::span<const float> truth) {
  Index hits = 0;
  for (std::size_t i = 0; i < truth.size(); ++i) hits += predicted[i] == truth[i] ? 1 : 0;
  return 100.0 * static_cast<double>(hits) / static_cast<double>(truth.size());
}

double nonzero_share(const DenseMatrix& z) {
  const auto zeros = std::count(z.value.begin(), z.value.end(), 0.0f);
  return 1.0 - static_cast<double>(zeros) / static_cast<double>(z.value.size());
}

/// Block by block: the test features never take more room than the training features did.
std::vector<float> predict_mapped(const FeatureMap& map, const Model& model, const Rows& x, const Cell& cell,
                                  int threads) {
  constexpr Index rows_per_block = 4096;
  DenseMatrix z(std::min(rows_per_block, x.size()), map.d_out());
  std::vector<float> labels;
  labels.reserve(static_cast<std::size_t>(x.size()));
  for (Index begin = 0; begin < x.size(); begin += rows_per_block) {
    const Rows rows = x.slice(begin, std::min(x.size(), begin + rows_per_block));
    map.transform(rows, MatrixRef(z).slice(0, rows.size()), threads);
    require_finite_features(z.view().slice(0, rows.size()), begin, "test", cell);
    const std::vector<float> some = model.predict(z.view().slice(0, rows.size()), threads);
    labels.insert(labels.end(), some.begin(), some.end());
  }
  return labels;
}

/// A label that is not a number stands for scores that are none (Model::predict).
void require_decided(std::span<const float> labels, const Cell& cell) {
  const auto undecided = std::find_if(labels.begin(), labels.end(), [](float v) { return std::isnan(v); });
  if (undecided == labels.end()) return;
  throw InputError(
      fmt::format("test row {}: the score of {} is not finite: scale the data, or lower C or the degree",
                  undecided - labels.begin() + 1, cell.learner.at("type").get<std::string>()));
}

void require_finite_objectives(const TrainingReport& report, const Cell& cell) {
  for (std::size_t k = 0; k < report.objectives.size(); ++k)
    if (!std::isfinite(report.objectives[k]))
      throw InputError(fmt::format(
          "{} ended problem {} of {} with the objective {}: scale the data, or lower C or the degree",
          cell.learner.at("type").get<std::string>(), k + 1, report.objectives.size(), report.objectives[k]));
}

Json learner_facts(const TrainingReport& report) {
  return {{"iterations", report.iterations},
          {"objectives", report.objectives},
          {"converged", report.converged},
          {"support_vectors", report.support_vectors},
          {"messages", report.messages}};
}

Outcome run_accuracy(const Cell& cell, const RunContext& context) {
  Outcome outcome;
  Phases phases(context, outcome.seconds);
  const Seed seed = cell.seed.value_or(0);

  const auto dataset = phases.time("load", [&] { return open_cell_data(cell, context); });
  const DatasetInfo& info = dataset->info();
  const LabeledRows train = dataset->train(), test = dataset->test();
  const auto learner = find_learner(cell.learner.at("type").get<std::string>())
                           .make(cell.learner, cell.kernel, context.threads);

  Trained trained;
  std::vector<float> predicted;
  if (cell.method == exact_method) {
    trained = phases.time("train", [&] { return learner->train(train, seed); });
    predicted = phases.time("predict", [&] { return trained.model->predict(test.x, context.threads); });
  } else {
    const bool streamed = streams_features(cell.learner);
    DenseMatrix z;
    const auto map = phases.time("map", [&] {
      auto made = make_feature_map(cell.method, map_request(cell, train.x.dim(), seed), train.x);
      if (!streamed) {
        z = DenseMatrix(train.x.size(), made->d_out());
        made->transform(train.x, z, context.threads);
        dataset->set_train_aside();  // their features are what is needed from here on
      }
      return made;
    });
    if (streamed) {
      const MappedRows rows(*map, train.x, cell);
      trained = phases.time("train", [&] { return learner->train_on_blocks(rows, train.y, seed); });
    } else {
      require_finite_features(z.view(), 0, "training", cell);
      outcome.result["features_nonzero_share"] = nonzero_share(z);
      trained = phases.time("train", [&] { return learner->train({z.view(), train.y}, seed); });
      z = DenseMatrix();  // the test features need the room
    }
    predicted = phases.time(
        "predict", [&] { return predict_mapped(*map, *trained.model, test.x, cell, context.threads); });
  }
  require_finite_objectives(trained.report, cell);
  require_decided(predicted, cell);

  outcome.result["accuracy"] = percent_correct(predicted, test.y);
  outcome.result["n_train"] = info.n_train;
  outcome.result["n_test"] = info.n_test;
  outcome.learner = learner_facts(trained.report);
  outcome.data = data_facts(info);
  return outcome;
}

Resources estimate_accuracy(const Cell& cell, const DatasetInfo& data) {
  const LearnerKind& learner = find_learner(cell.learner.at("type").get<std::string>());
  const double prepared_bytes = 8.0 * static_cast<double>(data.nnz_train + data.nnz_test);
  TrainingShape shape{.n = data.n_train,
                      .d = data.d,
                      .nonzeros_per_row = static_cast<double>(data.nnz_train) /
                                          static_cast<double>(std::max<Index>(data.n_train, 1)),
                      .n_test = data.n_test,
                      .classes = static_cast<int>(data.classes.size())};
  Resources need{.bytes = 64e6 + prepared_bytes, .seconds = 0.05};
  if (cell.method != exact_method) {
    const double nonzeros_per_row = shape.nonzeros_per_row;
    shape.d = features_of(cell, data.d);
    shape.nonzeros_per_row = static_cast<double>(shape.d);
    const MapRequest request = map_request(cell, data);
    const FeatureMapKind& map = find_feature_map(cell.method);
    need.bytes += bytes_in_use(map, request);
    if (!streams_features(cell.learner))
      need.bytes += 4.0 * static_cast<double>(data.n_train) * static_cast<double>(shape.d);
    need.seconds +=
        static_cast<double>(data.n_train + data.n_test) * map.seconds_of_row(request, nonzeros_per_row);
  }
  need.bytes += learner.memory(cell.learner, shape);
  need.seconds += learner.seconds(cell.learner, cell.kernel, shape);
  return need;
}

std::string percent_headline(const Json& result) {
  for (const char* part : {"n_train", "n_test"})
    if (result.contains(part)) static_cast<void>(count_in(result, part, 1));
  if (result.contains("features_nonzero_share"))
    static_cast<void>(number_in(result, "features_nonzero_share", 0, 1));
  return fmt::format("{:.2f} %", number_in(result, "accuracy", 0, 100));
}

}  // namespace

Experiment accuracy_experiment() {
  return {.name = "accuracy",
          .version = 1,
          .run = run_accuracy,
          .estimate = estimate_accuracy,
          .headline = percent_headline,
          .report = accuracy_report};
}

}  // namespace sketchbench
