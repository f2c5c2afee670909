#include <sketchbench/cli/commands.hpp>
#include <sketchbench/cli/options/help.hpp>

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <memory>
#include <optional>
#include <ranges>
#include <set>

#include <sketchbench/cli/options/number_option.hpp>
#include <sketchbench/cli/options/user_data.hpp>
#include <sketchbench/cli/options/value_text.hpp>
#include <sketchbench/cli/output_target.hpp>
#include <sketchbench/cli/standard_streams.hpp>
#include <sketchbench/core/error.hpp>
#include <sketchbench/core/system/file.hpp>
#include <sketchbench/core/text.hpp>
#include <sketchbench/learners/metrics.hpp>
#include <sketchbench/models/model_file.hpp>

namespace sketchbench {
namespace {

struct PredictCommand {
  UserFormat format;
  bool scores = false, probabilities = false;
  int threads = 1;
  std::string model, data, output;
};

TrainedModel::Numbers numbers_of(const PredictCommand& command) {
  using Numbers = TrainedModel::Numbers;
  return command.scores ? Numbers::scores : command.probabilities ? Numbers::probabilities : Numbers::none;
}

bool is_of_one_class(const TrainedModel& model) { return model.state().request.learner.kind().one_class; }

/// The file OUT, or nothing: a line for each row, with what is predicted and the numbers behind it.
/// Probabilities have a line of labels above them, as those of LIBSVM and LIBLINEAR.
class PredictionLines {
 public:
  PredictionLines(const TrainedModel& model, const PredictCommand& command)
      : classes_(is_of_one_class(model) ? no_texts : model.state().input.classes()) {
    if (command.output.empty()) return;
    if (command.probabilities) {
      text_ = "labels";
      for (const int label : model.classes()) text_ += ' ' + text_of(static_cast<float>(label));
      text_ += '\n';
    }
    remove_stale_temporaries(std::filesystem::path(command.output).parent_path());
    file_.emplace(command.output);
  }

  void add(const RowAnswers& answers, bool with_numbers) {
    if (!file_) return;
    const std::size_t count = with_numbers ? answers.numbers.size() / answers.predicted.size() : 0;
    for (std::size_t i = 0; i < answers.predicted.size(); ++i) {
      text_ += text_of(answers.predicted[i]);
      for (std::size_t k = i * count; k < (i + 1) * count; ++k)
        fmt::format_to(std::back_inserter(text_), " {}", answers.numbers[k]);
      text_ += '\n';
      if (text_.size() >= enough) write();
    }
  }
  void commit() {
    if (!file_) return;
    write();
    file_->commit();
  }

 private:
  static constexpr std::size_t enough = std::size_t{1} << 20;

  std::string text_of(float label) const {
    return classes_.empty() ? text_of_label(label) : classes_.at(static_cast<std::size_t>(label));
  }
  void write() {
    file_->write(text_);
    text_.clear();
  }

  inline static const std::vector<std::string> no_texts = {};
  const std::vector<std::string>& classes_;  ///< texts of labels
  std::optional<AtomicFile> file_;
  std::string text_;
};

/// Whether the order of the scores can be judged: rows of both of two classes, and of no other.
bool has_auc(const TrainedModel& model, const std::vector<float>& labels) {
  const std::vector<int> classes = model.classes();
  const std::set<float> there(labels.begin(), labels.end());
  return classes.size() == 2 && !is_of_one_class(model) &&
         there == std::set<float>(classes.begin(), classes.end());
}

/// `first_class`: a number for each row, larger the more it is for the model's first class; empty: no AUC.
void say_accuracy(const std::vector<float>& predicted, const std::vector<double>& first_class,
                  const TrainedModel& model, const std::vector<float>& labels) {
  std::size_t right = 0;
  for (std::size_t i = 0; i < labels.size(); ++i) right += predicted[i] == labels[i] ? 1 : 0;
  say("accuracy {:.4f} % ({} of {} rows)", percent_correct(predicted, labels),
      with_commas(static_cast<std::int64_t>(right)), with_commas(std::ssize(labels)));
  if (!first_class.empty())
    say(", AUC {:.4f}", area_under_roc(first_class, labels, static_cast<float>(model.classes().front())));
  say("\n");
}

void say_likeness(const std::vector<float>& predicted) {
  say("{} of {} are like the training rows\n", with_commas(std::ranges::count(predicted, 1.0f)),
      plural(std::ssize(predicted), "row"));
}

/// `targets`: as they were written, not rounded as predictions are.
void say_errors(const std::vector<float>& predicted, const std::vector<double>& targets) {
  const std::vector<double> values(predicted.begin(), predicted.end());
  const bool differ = std::ranges::adjacent_find(targets, std::not_equal_to<>()) != targets.end();
  say("RMSE {:.6g}{} ({} rows)\n", rmse(values, targets),
      differ ? fmt::format(", R^2 {:.6g}", r_squared(values, targets)) : "",
      with_commas(std::ssize(targets)));
}

/// Rows of classes that the model has never seen count as errors, whatever is predicted.
void warn_of_unknown_labels(const TrainedModel& model, const UserData& data) {
  constexpr std::size_t most_named = 5;
  const std::vector<int> classes = model.classes();
  const std::set<float> known(classes.begin(), classes.end());
  std::set<float> unknown;
  std::int64_t rows = 0;
  for (const float label : data.rows.y)
    if (!known.contains(label)) {
      unknown.insert(label);
      ++rows;
    }
  if (rows == 0) return;
  std::string named;
  for (const float label : unknown | std::views::take(most_named))
    named += (named.empty() ? "" : ", ") + text_of_label(label);
  complain(
      fmt::format("warning: {}: {} of {} have labels that the model does not have and cannot predict: {}{}; "
                  "its labels are {}",
                  data.file.string(), with_commas(rows), plural(std::ssize(data.rows.y), "row"), named,
                  unknown.size() > most_named ? ", ..." : "", fmt::join(classes, ", ")));
}

void run_predict(const PredictCommand& command) {
  if (command.scores && command.probabilities)
    throw InputError("--scores and --probabilities: expected one of them");
  if (command.output.empty() && (command.scores || command.probabilities))
    throw InputError("OUT is missing, expected the file for the numbers of each row");
  if (!command.output.empty()) {
    require_other_file(command.output, command.model, "MODEL");
    require_other_file(command.output, command.data, "DATA");
    require_other_file(command.output, command.format.labels, "that of --labels");
    require_writable(command.output);
  }
  const TrainedModel model = load_model(command.model, command.threads);
  if (command.probabilities && !model.has_probabilities())
    fail_input(command.model, 0,
               fmt::format("the model of {} has no probabilities: train it with --probabilities, or train "
                           "logistic regression",
                           model.state().request.learner.short_text()));
  const UserData data =
      read_user_file_as(model.state().input, command.data, command.format, model.task(), model.features());
  say_notices(data);
  if (command.output.empty() && !data.has_labels() && !is_of_one_class(model))
    fail_input(data.file, 0, "there are no labels to compare with: expected OUT, a file for the predictions");
  with_file_named(data, [&] {
    const Rows x = data.rows.x.view();
    using Numbers = TrainedModel::Numbers;
    const bool ranks = data.has_labels() && has_auc(model, data.rows.y);
    const Numbers asked = numbers_of(command);
    std::vector<float> predicted;
    std::vector<double> first_class;
    PredictionLines lines(model, command);
    model.tell(x, ranks && asked == Numbers::none ? Numbers::scores : asked, command.threads,
               [&](const RowAnswers& answers) {
                 lines.add(answers, asked != Numbers::none);
                 if (ranks)
                   for (std::size_t i = 0; i < answers.numbers.size();
                        i += answers.numbers.size() / answers.predicted.size())
                     first_class.push_back(answers.numbers[i]);
                 if (data.has_labels() || is_of_one_class(model))
                   predicted.insert(predicted.end(), answers.predicted.begin(), answers.predicted.end());
               });
    lines.commit();
    if (is_of_one_class(model)) {
      say_likeness(predicted);
      if (!std::ranges::all_of(data.rows.y, [](float label) { return std::abs(label) == 1; })) return;
    }
    if (!data.has_labels()) return;
    if (model.task() == Task::classification) {
      say_accuracy(predicted, first_class, model, data.rows.y);
      warn_of_unknown_labels(model, data);
    } else {
      say_errors(predicted, data.findings.targets);
    }
  });
}

}  // namespace

void add_predict_command(CLI::App& app) {
  const auto command = std::make_shared<PredictCommand>();
  CLI::App* const predict =
      app.add_subcommand("predict", "apply a model to rows; with labels, accuracy and AUC, or errors");
  add_user_format(*predict, command->format);
  add_unseen_option(*predict, command->format);
  begin_group(*predict, "Predictions");
  predict->add_flag(
      "--scores", command->scores,
      "behind each prediction the scores that it is read from: of classes, of pairs of classes, or "
      "the target");
  predict->add_flag("--probabilities", command->probabilities,
                    "behind each prediction the probabilities of the classes, whose labels the first line "
                    "has; the prediction "
                    "is that of the scores, and may be another class than the most probable one");
  add_threads_option(*predict, "threads to predict with", command->threads);
  predict->add_option("MODEL", command->model, "model file written by train")->required();
  predict
      ->add_option("DATA", command->data, "LIBSVM, CSV, ARFF, .npy, .npz or IDX file, optionally compressed")
      ->required();
  predict->add_option("OUT", command->output, "the predictions, a line for each row, written atomically");
  set_help_footer(*predict);
  predict->callback([command] { run_predict(*command); });
}

}  // namespace sketchbench
