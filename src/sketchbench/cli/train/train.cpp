#include <sketchbench/cli/commands.hpp>
#include <sketchbench/cli/options/help.hpp>

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <sketchbench/cli/options/number_option.hpp>
#include <sketchbench/cli/options/parameter_help.hpp>
#include <sketchbench/cli/options/user_data.hpp>
#include <sketchbench/cli/output_target.hpp>
#include <sketchbench/cli/plain_table.hpp>
#include <sketchbench/cli/standard_streams.hpp>
#include <sketchbench/cli/train/data_task.hpp>
#include <sketchbench/cli/train/train_grid.hpp>
#include <sketchbench/core/error.hpp>
#include <sketchbench/core/system/memory.hpp>
#include <sketchbench/core/text.hpp>
#include <sketchbench/core/timer.hpp>
#include <sketchbench/data/dominant_column.hpp>
#include <sketchbench/harness/worker/progress.hpp>
#include <sketchbench/models/cross_validation.hpp>
#include <sketchbench/models/model_file.hpp>
#include <sketchbench/report/statistics.hpp>

namespace sketchbench {
namespace {

struct TrainCommand {
  ModelOptions model;
  std::vector<GridAxis> axes;
  UserFormat format;
  ClassWeightOption class_weight;
  std::optional<Task> task;  ///< of the data, where the user says it
  Index features = 0;
  int folds = 0;  ///< 0: no cross-validation
  bool probabilities = false;
  int threads = 1;
  std::string data, output;
};

std::string shown_score(double score, Task task) {
  return task == Task::classification ? fmt::format("{:.2f}", score) : fmt::format("{:.6g}", score);
}

/// The values that differ between the points: "--C 1 --sigma 2".
std::string name_of_point(const GridPoint& point, const std::vector<GridAxis>& axes) {
  std::string name;
  for (std::size_t k = 0; k < axes.size(); ++k)
    if (axes[k].values.size() > 1)
      name += fmt::format("{}{} {}", name.empty() ? "" : " ", axes[k].option.name, point.values[k]);
  return name;
}

std::string table_of_scores(const std::vector<GridPoint>& points, const std::vector<GridAxis>& axes,
                            const std::vector<CandidateScore>& scores, std::size_t best, Task task) {
  std::vector<std::vector<std::string>> rows(1);
  for (const GridAxis& axis : axes)
    if (axis.values.size() > 1) rows[0].push_back(axis.option.name.substr(2));
  rows[0].push_back(task == Task::classification ? "accuracy, %" : "RMSE");
  rows[0].push_back("+- sd");
  rows[0].emplace_back();
  std::set<std::size_t> numeric;
  for (std::size_t k = 0; k + 1 < rows[0].size(); ++k) numeric.insert(k);
  for (std::size_t i = 0; i < points.size(); ++i) {
    std::vector<std::string>& row = rows.emplace_back();
    for (std::size_t k = 0; k < axes.size(); ++k)
      if (axes[k].values.size() > 1) row.push_back(points[i].values[k]);
    row.push_back(shown_score(scores[i].mean, task));
    row.push_back(shown_score(sample_of(scores[i].of_fold).std.value_or(0), task));
    row.push_back(i == best && points.size() > 1 ? "best" : "");
  }
  return plain_table(rows, numeric);
}

/// The best of the points on folds, once the table has been shown.
std::size_t chosen_point(const LabeledRows& data, const std::vector<GridPoint>& points,
                         const TrainCommand& command) {
  std::vector<ModelRequest> candidates;
  for (const GridPoint& point : points) {
    candidates.push_back(point.request);
    candidates.back().probabilities = false;  // they change no score
  }
  Progress progress;
  const Timer timer;
  const auto after = [&](const CrossValidationStep& step) {
    const std::string name = name_of_point(points[step.candidate], command.axes);
    const std::string place = fmt::format("fold {} of {}", step.fold + 1, command.folds);
    progress.status(fmt::format("{}{}{}: {} ({} of {} models)", place, name.empty() ? "" : ", ", name,
                                shown_score(step.score, data.task), step.done, step.of));
    if (step.candidate + 1 == points.size())
      progress.print(fmt::format("{}: {} in {}", place,
                                 plural(static_cast<std::int64_t>(points.size()), "model"),
                                 readable_seconds(timer.elapsed().wall)));
  };
  const std::vector<CandidateScore> scores =
      cross_validate(data, candidates, command.folds, candidates.front().seed, after);
  progress.status("");
  const std::size_t best = best_candidate(scores, data.task);
  print_text(table_of_scores(points, command.axes, scores, best, data.task));
  return best;
}

void say_what_was_trained(const TrainedModel& model, const TrainCommand& command) {
  const ModelState& state = model.state();
  std::error_code error;
  const auto bytes = static_cast<double>(std::filesystem::file_size(command.output, error));
  const std::string size = error ? "" : fmt::format(", {}", readable_bytes(bytes));
  say("{}: {}, from {} with {}{}\n", command.output, in_words(state.request),
      plural(state.training_rows, "row"), plural(state.features, "feature"), size);
  if (!state.report.converged)
    complain(fmt::format("training stopped short of its tolerance: scale the data{}",
                         command.folds > 0 ? ", or choose among other values" : ""));
}

void require_folds(const TrainCommand& command, std::size_t points) {
  if (points < 2 || command.folds > 0) return;
  for (const GridAxis& axis : command.axes)
    if (axis.values.size() > 1)
      throw InputError(fmt::format(
          "{} has {} values, expected one, or --folds 5 beside them to choose by cross-validation",
          axis.option.name, axis.values.size()));
}

/// Labels as those that a learner of one class predicts; others are nothing to it.
bool has_sides(const std::vector<float>& labels) {
  return !labels.empty() && std::ranges::all_of(labels, [](float label) { return std::abs(label) == 1; });
}

/// LIBSVM's form of a kernel matrix has the rows' numbers under index 0.
UserFormat format_for(const TrainCommand& command, const ModelRequest& request) {
  UserFormat format = command.format;
  if (!request.on_gram) return format;
  if (format.kind.value_or(FileFormat::Kind::libsvm) != FileFormat::Kind::libsvm)
    throw InputError(
        "--kernel precomputed: expected DATA in LIBSVM's form, LABEL 0:N 1:K(x,x1) 2:K(x,x2) ...");
  format.kind = FileFormat::Kind::libsvm;
  format.index_from = 0;
  format.kernel_matrix = true;
  return format;
}

void run_train(const TrainCommand& command) {
  std::vector<GridPoint> points = grid_points(command.model, command.axes);
  require_folds(command, points.size());
  for (GridPoint& point : points) {
    point.request.threads = command.threads;
    if (command.class_weight.is_given())  // whether it may have any, before the file tells its labels
      point.request.learner = point.request.learner.with("class_weight", "balanced");
    point.request.probabilities = command.probabilities;
    point.request = complete_request(std::move(point.request));
    require_keepable(point.request);
  }
  require_task_of_data(points.front().request.learner, command.task, command.format);
  require_other_file(command.output, command.data, "DATA");
  require_other_file(command.output, command.format.labels, "that of --labels");
  if (is_specification(command.model.map.map))
    require_other_file(command.output, command.model.map.map, "that of --map");
  require_writable(command.output);
  const ModelRequest& first = points.front().request;
  const Task task = first.learner.task();
  const bool one_class = first.learner.kind().one_class;
  UserData data = read_user_file(command.data, format_for(command, first), task, command.features);
  say_notices(data);
  if (one_class && !has_sides(data.rows.y))
    data.rows.y.assign(static_cast<std::size_t>(data.rows.x.size()), 1);
  const LabeledRows rows = training_rows(data, task, first.learner.short_text());
  if (command.class_weight.is_given())
    for (GridPoint& point : points)
      point.request.learner =
          point.request.learner.with("class_weight", command.class_weight.key(data.form.classes()));
  warn_of_classes(first.learner, command.task, data);
  if (uses_kernel(first) && !first.on_gram)
    if (const auto column = dominant_column(rows.x))
      complain(fmt::format("{}: {}: scale the columns, or leave it out (--ignore)", command.data,
                           column->text(rows.x.dim())));
  with_file_named(data, [&] {
    const std::size_t best = command.folds > 0 ? chosen_point(rows, points, command) : 0;
    TrainedModel model = train_model(rows, points[best].request);
    model.set_input(data.form);
    save_model(model, command.output);
    say_what_was_trained(model, command);
  });
}

}  // namespace

void add_train_command(CLI::App& app) {
  const auto command = std::make_shared<TrainCommand>();
  CLI::App* const train = app.add_subcommand("train", "train a model on a file of your own");
  add_map_choice(*train, command->model.map, false);
  add_learner_choice(*train, command->model.learner);
  add_class_weight(*train, command->class_weight);
  add_grid_options(*train, command->axes);
  begin_group(*train, "Training");
  add_parsed_option(
      *train, "--folds", "N",
      "cross-validate on so many folds, stratified and drawn by --seed; the best values are then "
      "trained with on all rows",
      [command](const std::string& text) {
        constexpr int most_folds = 1000;
        command->folds = static_cast<int>(parse_whole_number("--folds", text, 2, most_folds));
      });
  train->add_flag("--probabilities", command->probabilities,
                  "for predict --probabilities: fit them to the scores of held-out rows (Platt scaling of "
                  "each class or pair of classes) where the learner has none of its own");
  add_threads_option(*train, "threads to train with", command->threads);
  add_user_format(*train, command->format);
  add_column_options(*train, command->format);
  add_parsed_option(*train, "--weight-column", "COLUMN",
                    "table: what each row's loss counts, 0 or more, by name or number; no feature, and not "
                    "needed by predict",
                    [command](const std::string& text) { command->format.weight_column = text; });
  add_task_option(*train, command->task);
  add_parsed_option(*train, "--features", "N",
                    "features of a row, where DATA need not have the last of them (default: as DATA has)",
                    [command](const std::string& text) {
                      command->features = parse_whole_number("--features", text, 1, most_columns);
                    });
  train->add_option("DATA", command->data, "LIBSVM, CSV, ARFF, .npy, .npz or IDX file, optionally compressed")
      ->required();
  train->add_option("MODEL", command->output, "the model's file, written atomically")->required();
  set_help_footer(
      *train,
      "Options of map, kernel and learner may have several values, --C 0.1,1,10; --folds chooses\n"
      "among all combinations. What there is: sketchbench maps, sketchbench learners, sketchbench "
      "kernels.\n"
      "--kernel precomputed: DATA has kernel values, LABEL 0:N 1:K(x,x1) 2:K(x,x2) ... (svm-train -t 4).\n");
  train->callback([command] { run_train(*command); });
}

}  // namespace sketchbench
