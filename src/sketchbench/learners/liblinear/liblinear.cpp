#include <sketchbench/learners/liblinear/liblinear.hpp>

#include <fmt/format.h>
#include <linear.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <limits>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>
#include <sketchbench/core/threads.hpp>
#include <sketchbench/learners/dense_tron/dense_tron.hpp>
#include <sketchbench/learners/labels.hpp>
#include <sketchbench/learners/learner_fields.hpp>
#include <sketchbench/learners/liblinear/liblinear_messages.hpp>
#include <sketchbench/learners/library_messages.hpp>
#include <sketchbench/learners/node_lists.hpp>
#include <sketchbench/learners/typed_learner.hpp>

namespace sketchbench {
namespace {

constexpr Index rows_per_block = 256;

struct FreeModel {
  void operator()(::model* trained) const { free_and_destroy_model(&trained); }
};

bool is_trust_region_newton(int solver) {
  return solver == L2R_LR || solver == L2R_L2LOSS_SVC || solver == L2R_L2LOSS_SVR;
}

Task task_of_solver(int solver) { return solver >= L2R_L2LOSS_SVR ? Task::regression : Task::classification; }

/// The library's own, of train: for classification it is one for all solvers, as it always was here.
double default_eps(int solver) {
  if (task_of_solver(solver) == Task::classification) return Liblinear::Params{}.eps;
  return solver == L2R_L2LOSS_SVR ? 0.0001 : 0.1;
}

/// LIBLINEAR's trust region Newton method never terminates once a NaN appears, since every comparison with it
/// is false. Its largest quantities are products of up to three of these, gradients' squares times
/// curvatures.
void require_newton_range(const LabeledRows& data, const Liblinear::Params& params, double largest_weight) {
  const double largest = 1e100 / largest_weight;
  const Rows& x = data.x;
  double squares = params.bias > 0 ? params.bias * params.bias * static_cast<double>(x.size()) : 0;
  for (Index i = 0; i < x.size(); ++i) squares += squared_norm(x, i);
  if (data.task == Task::regression)
    for (const float y : data.y) squares += double{y} * double{y};
  if (params.C * squares <= largest) return;
  throw InputError(fmt::format(
      "C = {:g} times the squared lengths of rows{}, {:.3g} in all, is beyond what LIBLINEAR's solver {} can "
      "compute with, expected at most {:g}: scale the data, or lower C",
      params.C, data.task == Task::regression ? " and targets" : "", squares, params.solver, largest));
}

/// The weight matrix times rows, in place of predict() on node lists: those would take four times the test
/// rows' memory. Sums run in the library's order and precision, so that the labels are the same to the last
/// tie.
class LinearModel final : public Model {
 public:
  /// w: (columns, and one more for a bias) x scores, as the library has it; labels: none for a regressor.
  LinearModel(const Liblinear::Params& params, Index columns, std::vector<int> labels, std::vector<double> w)
      : params_(params),
        columns_(columns),
        scores_(scores_of(params, labels)),
        labels_(std::move(labels)),
        w_(std::move(w)) {}

  static LinearModel copy_of(const Liblinear::Params& params, const ::model& m) {
    std::vector<int> labels;
    if (m.label != nullptr) labels.assign(m.label, m.label + m.nr_class);
    const Index values = weights_of(params, m.nr_feature, labels);
    return {params, m.nr_feature, std::move(labels), {m.w, m.w + values}};
  }

  /// Weights that such a model has.
  static Index weights_of(const Liblinear::Params& params, Index columns, const std::vector<int>& labels) {
    return (columns + (params.bias >= 0 ? 1 : 0)) * scores_of(params, labels);
  }

  /// Decision values in one row of w: one for each class, or one for two classes and for a target.
  Index outputs() const override { return scores_; }
  std::vector<int> classes() const override { return labels_; }
  std::optional<ModelParts> parts() const override {
    ModelParts parts{.whole = {}, .real = {{"weights", w_}}, .rows = {}};
    if (!labels_.empty()) parts.whole["labels"] = part_of_labels(labels_);
    return parts;
  }

  std::span<const double> weights() const { return w_; }

  void score_row(const Rows& x, Index i, std::span<double> score) const {
    std::fill(score.begin(), score.end(), 0.0);
    const auto add = [&](Index column, double value) {
      const double* weights = w_.data() + column * scores_;
      for (std::size_t s = 0; s < score.size(); ++s) score[s] += weights[s] * value;
    };
    // As in the library, columns that training did not have count for nothing.
    x.for_each_nonzero(i, [&](Index column, float value) {
      if (column < columns_) add(column, value);
    });
    if (params_.bias >= 0) add(columns_, params_.bias);
  }

 private:
  static Index scores_of(const Liblinear::Params& params, const std::vector<int>& labels) {
    if (labels.empty() || (labels.size() == 2 && params.solver != MCSVM_CS)) return 1;
    return std::ssize(labels);
  }

  void score(const Rows& x, int threads, std::span<double> scores) const override {
    const auto count = static_cast<std::size_t>(scores_);
    parallel_blocks(x.size(), rows_per_block, threads, [&](Index begin, Index end) {
      for (Index i = begin; i < end; ++i)
        score_row(x, i, scores.subspan(static_cast<std::size_t>(i) * count, count));
    });
  }
  float decide(std::span<const double> score) const override {
    if (labels_.empty()) return static_cast<float>(score[0]);
    return static_cast<float>(labels_[winner(score)]);
  }
  std::size_t winner(std::span<const double> score) const {
    if (labels_.size() == 2) return score[0] > 0 ? 0 : 1;  // for Crammer and Singer's two scores as well
    // The first of equals.
    return static_cast<std::size_t>(std::max_element(score.begin(), score.end()) - score.begin());
  }

  Liblinear::Params params_;
  Index columns_, scores_;
  std::vector<int> labels_;
  std::vector<double> w_;
};

/// Weights of classes as the library has them.
struct LibraryWeights {
  std::vector<int> labels;
  std::vector<double> weights;

  /// Of a row with this label in the problem of labels[problem] against the rest, where, but for two classes,
  /// it is the weight of that class's rows alone.
  double of(int label, const std::vector<int>& classes, std::size_t problem) const {
    if (classes.size() > 2 && label != classes[problem]) return 1;
    const auto at = std::ranges::find(labels, label);
    return at == labels.end() ? 1 : weights[static_cast<std::size_t>(at - labels.begin())];
  }
  double largest() const { return weights.empty() ? 1 : std::max(1.0, std::ranges::max(weights)); }
};

LibraryWeights library_weights(const Liblinear::Params& params, const LabeledRows& data) {
  LibraryWeights found;
  if (data.task == Task::regression) return found;
  const std::vector<ClassCount> classes = count_classes(data.y, data.weights);
  if (!params.class_weight) return found;
  for (const ClassCount& one : classes) found.labels.push_back(one.label);
  found.weights = params.class_weight->for_classes(classes);
  return found;
}

/// The trust-region Newton solvers print their objective with four digits and one step late: this is its
/// value at the weights that they returned, for each class against the rest.
std::vector<double> primal_objectives(const LinearModel& linear, const Liblinear::Params& params,
                                      const LabeledRows& data, const LibraryWeights& weights) {
  const auto scores = static_cast<std::size_t>(linear.outputs());
  const std::vector<int> labels = linear.classes();
  const std::span<const double> w = linear.weights();
  std::vector<double> loss(scores), squared_norm(scores), score(scores);
  for (Index i = 0; i < data.x.size(); ++i) {
    linear.score_row(data.x, i, score);
    const float y = data.y[static_cast<std::size_t>(i)];
    const double of_row = data.weights.empty() ? 1 : data.weights[static_cast<std::size_t>(i)];
    if (params.solver == L2R_L2LOSS_SVR) {
      const double excess =
          std::max(0.0, std::abs(score[0] - double{y}) - params.p.value_or(Liblinear::default_p));
      loss[0] += of_row * excess * excess;
      continue;
    }
    for (std::size_t s = 0; s < scores; ++s) {
      const double side = static_cast<int>(y) == labels[s] ? 1 : -1;
      const double margin = side * score[s];
      const double weight = of_row * weights.of(static_cast<int>(y), labels, s);
      if (params.solver == L2R_LR)
        loss[s] +=
            weight * (margin > 0 ? std::log1p(std::exp(-margin)) : std::log1p(std::exp(margin)) - margin);
      else if (margin < 1)
        loss[s] += weight * (1 - margin) * (1 - margin);
    }
  }
  for (std::size_t j = 0; j < w.size(); j += scores)
    for (std::size_t s = 0; s < scores; ++s) squared_norm[s] += w[j + s] * w[j + s];

  std::vector<double> objectives(scores);
  for (std::size_t s = 0; s < scores; ++s) objectives[s] = 0.5 * squared_norm[s] + params.C * loss[s];
  return objectives;
}

/// `weights` must live as long as they.
::parameter library_parameters(const Liblinear::Params& params, double C, LibraryWeights& weights) {
  ::parameter p{};
  p.solver_type = params.solver;
  p.eps = params.eps;
  p.C = C;
  p.nr_weight = static_cast<int>(weights.labels.size());
  p.weight_label = weights.labels.data();
  p.weight = weights.weights.data();
  p.p = params.p.value_or(Liblinear::default_p);
#if LIBLINEAR_VERSION >= 241
  p.regularize_bias = 1;  // what earlier versions always do
#endif
  return p;
}

/// The library's -s numbers are all that records carry.
constexpr std::array<std::string_view, 14> solver_names = {
    "L2-regularised logistic regression, primal",
    "L2-regularised L2-loss SVC, dual",
    "L2-regularised L2-loss SVC, primal",
    "L2-regularised L1-loss SVC, dual",
    "Crammer and Singer",
    "L1-regularised L2-loss SVC",
    "L1-regularised logistic regression",
    "L2-regularised logistic regression, dual",
    "",
    "",
    "",
    "L2-regularised L2-loss SVR, primal",
    "L2-regularised L2-loss SVR, dual",
    "L2-regularised L1-loss SVR, dual",
};

std::string in_words(std::string_view key, const Json& value) {
  if (key == "solver" && value.is_number_integer()) {
    const auto number = value.get<std::int64_t>();
    if (number >= 0 && number < std::ssize(solver_names) &&
        !solver_names[static_cast<std::size_t>(number)].empty())
      return fmt::format("solver {} ({})", number, solver_names[static_cast<std::size_t>(number)]);
  }
  if (key == "bias" && value.is_number() && value.get<double>() < 0) return "no bias term";
  return class_weight_in_words(key, value);
}

std::string short_form(int solver) { return fmt::format("liblinear with solver {}", solver); }

Library linked_library() {
  return {"liblinear", fmt::format("LIBLINEAR {}.{:02}", liblinear_version / 100, liblinear_version % 100)};
}

struct LiblinearSpec {
  using Params = Liblinear::Params;

  static std::unique_ptr<Learner> make(const Params& params, const Kernel&, int /*threads*/) {
    return std::make_unique<Liblinear>(params);
  }
  static std::unique_ptr<Model> restore(const ModelParts& parts, const Params& params, const Kernel&,
                                        Index features) {
    const PartsReader reader(parts);
    std::vector<int> labels;
    if (task(params) == Task::classification) labels = reader.labels();
    const Index values = LinearModel::weights_of(params, features, labels);
    return std::make_unique<LinearModel>(params, features, std::move(labels),
                                         reader.real("weights", static_cast<std::size_t>(values)));
  }
  static Task task(const Params& params) { return task_of_solver(params.solver); }
  /// As of the library, whose probabilities are those of logistic regression.
  static bool scores_are_log_odds(const Params& params) {
    return params.solver == L2R_LR || params.solver == L1R_LR || params.solver == L2R_LR_DUAL;
  }
  static double memory(const Params& params, const TrainingShape& shape) { return memory_of(params, shape); }
  static double seconds(const Params& params, const Kernel&, const TrainingShape& shape) {
    return seconds_of(params, shape);
  }
  static std::string short_text(const Params& params) { return short_form(params.solver); }
};

constexpr const char* solvers = "a solver from 0 to 7 for classification, or 11, 12 or 13 for regression";

}  // namespace

double memory_of(const Liblinear::Params& params, const TrainingShape& shape) {
  const double n = shape.rows(), columns = static_cast<double>(shape.d) + 1,
               classes = std::max(2, shape.classes);
  const bool copies_nodes = params.solver == 5 || params.solver == 6;  // the L1 solvers work on the transpose
  double bytes = node_list_bytes(shape);
  if (params.bias >= 0) bytes += sizeof(feature_node) * n;
  if (copies_nodes) bytes += sizeof(feature_node) * (shape.nonzeros() + columns);
  if (params.solver == 4) bytes += 2 * 8 * n * classes;  // dual variables of Crammer and Singer
  bytes += 8 * columns * (2 * classes + 10);  // weights, their copy, the solvers' directions and gradients
  bytes += 100 * n;                           // labels, permutations, dual variables, margins
  return bytes + 4 * static_cast<double>(shape.n_test);
}

// Measured on a 2-core server with Adult, Covertype and MNIST (raw and through Tensor Sketching). How many
// steps a solver takes depends on the data far more than on their shape.
double seconds_of(const Liblinear::Params& params, const TrainingShape& shape) {
  constexpr double seconds_per_nonzero = 1e-9;
  const bool newton = params.solver == 0 || params.solver == 2 || params.solver == 11;
  // Newton: some ten conjugate-gradient steps of two passes in each of a few to a hundred steps, which took
  // 60 to 140 passes on Adult, MNIST and Gisette, complete and with 1,000 to 5,000 rows; Covertype took 280
  // with 2,000 rows and up to 1,000 with 80,000. Coordinate descent mostly goes to its limit of 1000 on
  // polynomial features, and a pass jumps from row to row.
  const double passes = newton ? 100 : 2000;
  const double machines = shape.classes > 2 ? shape.classes : 1;
  return seconds_per_nonzero * machines * (passes * shape.nonzeros() + shape.predicted_nonzeros());
}

const Fields<Liblinear::Params>& Liblinear::Params::fields() {
  using P = Params;
  static const Fields<P> all = {
      {{.name = "solver",
        .meaning = "the library's -s",
        .low = L2R_LR,
        .high = L2R_L1LOSS_SVR_DUAL,
        .expected = solvers},
       &P::solver},
      {C_field(), &P::C},
      {[] {
         FieldInfo field = positive_field("eps", "of the solver's stopping rule");
         field.default_text = fmt::format("{}; with solver 11 {}, with 12 and 13 {}", P().eps,
                                          default_eps(L2R_L2LOSS_SVR), default_eps(L2R_L2LOSS_SVR_DUAL));
         return field;
       }(),
       &P::eps},
      {{.name = "bias", .meaning = "value of one more input column; below 0: none"}, &P::bias},
      {[] {
         FieldInfo field = insensitivity_field();
         field.default_text = fmt::format("{} with solver 11, 12 and 13, which alone have it", default_p);
         return field;
       }(),
       &P::p},
      {class_weight_field(), &P::class_weight}};
  return all;
}

void Liblinear::Params::check(StrictObject& given) {
  if (solver > L2R_LR_DUAL && solver < L2R_L2LOSS_SVR) given.fail("solver", solvers);
  const bool regression = task_of_solver(solver) == Task::regression;
  if (!regression && p)
    given.fail("p", fmt::format("none with solver {}: only 11, 12 and 13 have it", solver));
  if (regression && !p) p = default_p;
  if (regression && class_weight)
    given.fail("class_weight", fmt::format("none with solver {}, which is for targets", solver));
  if (!given.has("eps")) eps = default_eps(solver);
  if (bias < 0) bias = -1;
}

Trained Liblinear::train(const LabeledRows& data, Seed seed) const {
  const Task task = task_of_solver(params_.solver);
  check_training_data(data, short_form(params_.solver), task);
  LibraryWeights weights = library_weights(params_, data);
  const Repetitions repeated = Repetitions::of(
      data.weights, "LIBLINEAR", task == Task::classification ? dense_tron_kind().type : "another regressor");

  std::vector<double> labels = library_labels(repeated.of_each(data.y));
  const std::optional<double> bias = params_.bias >= 0 ? std::optional(params_.bias) : std::nullopt;
  NodeLists<feature_node> nodes(data.x, bias);
  if (!repeated.rows.empty()) nodes.take_rows(repeated.rows);
  const ::problem problem{.l = static_cast<int>(labels.size()),
                          .n = static_cast<int>(data.x.dim()) + (bias ? 1 : 0),
                          .y = labels.data(),
                          .x = nodes.lists(),
                          .bias = params_.bias};
  const ::parameter parameters = library_parameters(params_, params_.C * repeated.unit, weights);
  if (const char* complaint = check_parameter(&problem, &parameters))
    throw InputError(fmt::format("LIBLINEAR: {}", complaint));
  if (is_trust_region_newton(params_.solver)) {
    const double of_rows = data.weights.empty() ? 1 : std::max(1.0, std::ranges::max(data.weights));
    require_newton_range(data, params_, of_rows * weights.largest());
  }

  LiblinearMessages progress;
  LibraryMessages capture(set_print_string_function, [&](std::string_view line) { progress.read(line); });
  std::srand(static_cast<unsigned>(seed ^ (seed >> 32)));
  const std::unique_ptr<::model, FreeModel> machine(::train(&problem, &parameters));
  auto model = std::make_unique<LinearModel>(LinearModel::copy_of(params_, *machine));

  Trained trained;
  trained.report.iterations = progress.iterations();
  trained.report.objectives = is_trust_region_newton(params_.solver)
                                  ? primal_objectives(*model, params_, data, weights)
                                  : progress.objectives();
  trained.report.converged = progress.converged();
  trained.report.messages = capture.text();
  trained.model = std::move(model);
  return trained;
}

LearnerKind liblinear_kind() {
  return typed_learner<LiblinearSpec>(
      {.type = "liblinear",
       .version = 1,
       .uses_kernel = false,
       .classifiers = "liblinear with solver 0 to 7",
       .regressors = "liblinear with solver 11, 12 or 13",
       .title = "LIBLINEAR",
       .citation = "Fan, R.-E., Chang, K.-W., Hsieh, C.-J., Wang, X.-R. and Lin, C.-J. (2008). LIBLINEAR: a "
                   "library for large linear classification. JMLR 9.",
       .in_words = in_words,
       .advice = "lower C",
       .library = linked_library});
}

}  // namespace sketchbench
