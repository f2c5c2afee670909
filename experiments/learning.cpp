#include "experiments/learning.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>
#include <sketchbench/core/row_checks.hpp>
#include <sketchbench/harness/cell/cell_data.hpp>
#include <sketchbench/harness/cell/cell_map.hpp>
#include <sketchbench/harness/cell/phases.hpp>
#include <sketchbench/harness/cell/record.hpp>
#include <sketchbench/learners/learner.hpp>
#include <sketchbench/learners/mapped_rows.hpp>
#include <sketchbench/report/results/quantity.hpp>
#include <sketchbench/report/table_cells.hpp>
#include "experiments/cell_memory.hpp"
#include "experiments/resolved_kernel.hpp"

namespace sketchbench {
namespace {

/// Beyond it, neighbouring whole numbers share one float.
constexpr float largest_class = 16777216;  // 2^24

/// Throws InputError, with the manifest and its key, for labels that no classifier can learn.
void require_classes(const DatasetInfo& data) {
  if (data.task != Task::classification) return;
  for (const float label : data.classes)
    if (std::abs(label) > largest_class || label != std::trunc(label))
      throw InputError(
          fmt::format("{}: \"task\" is \"{}\", but a label is {}, expected whole numbers of at most "
                      "2^24; data with real targets are for \"{}\"",
                      data.manifest, name_of(Task::classification), label, name_of(Task::regression)));
  if (data.labels && !data.labels->train_differ)
    throw InputError(
        fmt::format("{}: \"sources\" give one class alone in the {} training rows of the split \"{}\", "
                    "expected two or more",
                    data.manifest, data.n_train, data.split));
}

std::string type_of(const Cell& cell) { return cell.learner.kind().type; }

double nonzero_share(const DenseMatrix& z, const Communicator& ranks) {
  const auto zeros = std::count(z.value.begin(), z.value.end(), 0.0f);
  return 1.0 - ranks.sum_of(static_cast<double>(zeros)) / ranks.sum_of(static_cast<double>(z.value.size()));
}

LabeledRows part_of(const LabeledRows& rows, const RowShare& share) {
  const auto begin = static_cast<std::size_t>(share.begin), size = static_cast<std::size_t>(share.size());
  return {rows.x.slice(share.begin, share.end), rows.y.subspan(begin, size), rows.task,
          rows.weights.empty() ? rows.weights : rows.weights.subspan(begin, size)};
}

void require_rows_for(const Communicator& ranks, const DatasetInfo& data) {
  if (std::min(data.n_train, data.n_test) >= ranks.size()) return;
  throw InputError(fmt::format("{}: {} training and {} test rows for {} ranks, expected one each at least",
                               data.name, data.n_train, data.n_test, ranks.size()));
}

/// What can be changed where a cell leaves the numbers that can be computed with.
std::string advice_for(const Cell& cell) {
  return scaling_advice({cell.learner.kind().advice, cell.kernel.advice()});
}

/// `first`: the number of this rank's first row.
CheckFeatures check_of(const char* part, Index first, const Cell& cell) {
  return [part, first, &cell](const Rows& z, Index first_row) {
    require_finite_features(z, first + first_row, part, cell);
  };
}

void require_finite_objectives(const TrainingReport& report, const Cell& cell) {
  for (std::size_t k = 0; k < report.objectives.size(); ++k)
    if (!std::isfinite(report.objectives[k]))
      throw InputError(fmt::format("{} ended problem {} of {} with the objective {}: {}", type_of(cell),
                                   k + 1, report.objectives.size(), report.objectives[k], advice_for(cell)));
}

Json learner_facts(const TrainingReport& report) {
  Json facts = {{"iterations", report.iterations},
                {"objectives", report.objectives},
                {"converged", report.converged},
                {"support_vectors", report.support_vectors},
                {"messages", report.messages}};
  if (!report.chosen.is_null()) facts["chosen"] = report.chosen;
  return facts;
}

}  // namespace

std::shared_ptr<const Dataset> train_and_test(const Cell& cell, const RunContext& context, Outcome& outcome,
                                              const ReadScores& read) {
  Phases phases(context, outcome.seconds);
  const Seed seed = cell.seed.value_or(0);

  const auto dataset = phases.time("load", [&] { return open_cell_data(cell, context); });
  const Communicator& ranks = *context.ranks;
  require_rows_for(ranks, dataset->info());
  const LabeledRows all = dataset->train();
  const RowShare trained_on = share_of(all.x.size(), ranks),
                 tested_on = share_of(dataset->test().x.size(), ranks);
  const LabeledRows train = part_of(all, trained_on), test = part_of(dataset->test(), tested_on);
  const LearnerSpec& spec = cell.learner;
  require_task(spec.short_text(), spec.task(), fmt::format("the data set {} is", dataset->info().name),
               dataset->info().task);
  const Cell resolved = resolved_cell(cell, context, all, outcome, phases);
  const auto learner = spec.make(resolved.kernel, context.threads, ranks);

  Trained trained;
  const auto test_with = [&](auto&& test_rows) {
    phases.time("predict", [&] {
      test_rows();
      return true;
    });
  };
  if (cell.method == exact_method) {
    trained = phases.time("train", [&] { return learner->train(train, seed); });
    test_with([&] { read(*trained.model, test.x); });
  } else {
    const bool streamed = spec.streams();
    MapRequest request = map_request(resolved, all.x.dim(), all.x.size(), seed, context.threads);
    request.ranks = &ranks;
    DenseMatrix z;
    // Zeroed memory takes the system's time, not the map's.
    if (!streamed)
      z = phases.time("allocate", [&] { return allocate_features(cell, request, train.x.size()); });
    const auto map = phases.time("map", [&] {
      auto made = make_feature_map(cell.method, request, all.x);
      if (!streamed) {
        fit_room(z, *made);
        made->transform(train.x, z, context.threads);
      }
      return made;
    });
    if (streamed) {
      const MappedRows rows(*map, train.x, check_of("training", trained_on.begin, cell));
      trained =
          phases.time("train", [&] { return learner->train_on_blocks(rows, train.y, train.weights, seed); });
    } else {
      dataset->release_train_pages();  // their features are what is needed from here on
      require_finite_features(z.view(), trained_on.begin, "training", cell);
      outcome.result["features_nonzero_share"] = nonzero_share(z, ranks);
      trained = phases.time("train", [&] { return learner->train({z.view(), train.y, train.task}, seed); });
      z = DenseMatrix();  // the test features need the room
    }
    if (Json facts = map->facts(); !facts.is_null()) outcome.result["map_facts"] = std::move(facts);
    test_with([&] {
      for_each_mapped_block(*map, test.x, context.threads, check_of("test", tested_on.begin, cell),
                            [&](const Rows& rows, Index /*first_row*/) { read(*trained.model, rows); });
    });
  }
  require_finite_objectives(trained.report, cell);

  outcome.result["n_train"] = dataset->info().n_train;
  outcome.result["n_test"] = dataset->info().n_test;
  outcome.learner = learner_facts(trained.report);
  outcome.data = data_facts(dataset->info());
  return dataset;
}

namespace {

/// A prediction that is not a number stands for scores that are none (Model::predict).
template <class Answer>
void require_finite(std::span<const Answer> answers, const Cell& cell) {
  const auto undecided = std::ranges::find_if(answers, [](Answer answer) { return !std::isfinite(answer); });
  if (undecided != answers.end())
    throw InputError(fmt::format("test row {}: the score of {} is not finite: {}",
                                 undecided - answers.begin() + 1, type_of(cell), advice_for(cell)));
}

}  // namespace

void require_decided(std::span<const float> answers, const Cell& cell) { require_finite(answers, cell); }

ScoredRows scored_test_rows(const Cell& cell, const RunContext& context, Outcome& outcome) {
  ScoredRows tested;
  tested.dataset = train_and_test(cell, context, outcome, [&](const Model& model, const Rows& rows) {
    std::ranges::copy(model.scores(rows, context.threads), std::back_inserter(tested.scores));
  });
  if (context.ranks->size() > 1) tested.scores = context.ranks->gather<double>(tested.scores);
  require_finite<double>(tested.scores, cell);
  return tested;
}

Resources estimate_learning(const Cell& cell, const DatasetInfo& data, int ranks) {
  require_classes(data);
  const LearnerSpec& learner = cell.learner;
  const auto part = [ranks](Index rows) { return (rows + ranks - 1) / ranks; };
  TrainingShape shape{.n = part(data.n_train),
                      .d = data.d,
                      .nonzeros_per_row = data.nonzeros_per_row(),
                      .n_test = part(data.n_test),
                      .classes = static_cast<int>(data.classes.size())};
  // No time for the choice of sigma by cross-validation: it is made once for all cells on these rows.
  const bool in_passes = cell.method == exact_method ? learner.kind().passes_over_rows : learner.streams();
  Resources need{.bytes = memory_of_any_cell(cell, data, in_passes), .seconds = 0.05};
  if (cell.method != exact_method) {
    const double nonzeros_per_row = shape.nonzeros_per_row;
    MapRequest request = map_request(cell, data.d, data.n_train, 0);
    request.nonzeros = nonzeros_per_row;
    const FeatureMapKind& map = kind_of_map(cell);
    shape.d = features_of(map, request);
    shape.nonzeros_per_row = static_cast<double>(shape.d);
    need.bytes += bytes_in_use(map, request);
    // Training features are gone when test features are made.
    Index rows_held = rows_mapped_at_once(shape.n_test, shape.d);
    if (!learner.streams()) rows_held = std::max(rows_held, shape.n);
    need.bytes += 4.0 * static_cast<double>(rows_held) * static_cast<double>(shape.d);
    need.seconds +=
        static_cast<double>(shape.n + shape.n_test) * map.seconds_of_row(request, nonzeros_per_row);
  }
  need.bytes += learner.memory(shape);
  need.seconds += learner.seconds(cell.kernel, shape);
  return need;
}

const Quantities<RunGroup>& learning_costs() {
  constexpr Digits microseconds = {.count = 6, .decimals = true};
  const auto phase = [](const char* name) {
    return over_records([name](const Record& record) { return record.cpu_seconds(name); });
  };
  const auto largest = [](auto bytes_of) {
    return [bytes_of](const RunGroup& group) -> Value {
      std::optional<double> most;
      for (const Record& record : group.done) most = std::max(most.value_or(0), bytes_of(record));
      return most;
    };
  };
  const auto with_other_process = [](const Record& record) {
    return record.peak_rss_bytes() + record.other_process_peak_bytes().value_or(0);
  };
  static const Quantities<RunGroup> all = {
      {{.key = "map_s", .heading = {"Features"}, .form = Form::seconds, .digits = microseconds},
       phase("map"),
       [=](const RunGroup& group) {
         return group.method == exact_method ? one_line("") : time_cell(group, phase("map")(group).number);
       }},
      {{.key = "train_s", .heading = {"Training"}, .form = Form::seconds, .digits = microseconds},
       phase("train")},
      {{.key = "total_s",
        .axis = "CPU time for features and training (s)",
        .form = Form::seconds,
        .digits = microseconds,
        .spread = true,
        .cost = "making the features of the training rows and training on them"},
       over_records(
           [](const Record& record) { return record.cpu_seconds("map") + record.cpu_seconds("train"); })},
      {{.key = "peak_rss_mb", .digits = {.count = 1, .decimals = true}},
       largest([](const Record& record) { return record.peak_rss_bytes() / 1e6; })},
      {{.heading = {"Memory"}, .form = Form::bytes},
       largest([](const Record& record) { return record.peak_rss_bytes(); })},
      {{.form = Form::bytes, .cost = "the whole run, with that of a map in another process"},
       largest(with_other_process)}};
  return all;
}

}  // namespace sketchbench
