#include <sketchbench/learners/coordinate_descent/coordinate_descent.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include <sketchbench/core/column_selection.hpp>
#include <sketchbench/core/error.hpp>
#include <sketchbench/core/threads.hpp>
#include <sketchbench/learners/coordinate_descent/dual_descent.hpp>
#include <sketchbench/learners/dense_tron/hinge_problems.hpp>
#include <sketchbench/learners/labels.hpp>
#include <sketchbench/learners/learner_fields.hpp>
#include <sketchbench/learners/one_against_rest.hpp>
#include <sketchbench/learners/typed_learner.hpp>
#include <sketchbench/learners/weight_model.hpp>

namespace sketchbench {
namespace {

using Eigen::MatrixXd;

/// What configures it.
struct CoordinateDescentKeys : CoordinateDescent::Params {
  static const Fields<CoordinateDescentKeys>& fields() {
    using K = CoordinateDescentKeys;
    static const Fields<K> all = {
        {C_field(), &K::C},
        {positive_field("eps", "of the stopping rule, as that of LIBLINEAR's solver 1"), &K::eps},
        {{.name = "max_passes", .meaning = "through the rows, for a class", .low = 1}, &K::max_passes},
        {class_weight_field(), &K::class_weight}};
    return all;
  }
};

struct CoordinateDescentSpec {
  using Params = CoordinateDescentKeys;

  static std::unique_ptr<Learner> make(CoordinateDescent::Params params, const Kernel&, int threads) {
    params.threads = threads;
    return std::make_unique<CoordinateDescent>(params);
  }
  static std::unique_ptr<Model> restore(const ModelParts& parts, const Params&, const Kernel&,
                                        Index features) {
    return WeightModel::restore(parts, features);
  }
  static Index problems(const TrainingShape& shape) { return shape.classes == 2 ? 1 : shape.classes; }
  static double memory(const Params&, const TrainingShape& shape) {
    const auto n = static_cast<double>(shape.n), count = static_cast<double>(problems(shape));
    const bool dense = shape.nonzeros_per_row >= static_cast<double>(shape.d);
    return descent_memory(shape.n, shape.d, problems(shape)) + n * count * sizeof(double) * 2 +  // scores
           static_cast<double>(shape.d) * count * sizeof(double) * 2 +                           // weights
           (dense ? 8.0 * shape.nonzeros() : 0);  // as sparse rows
  }
  static double seconds(const Params&, const Kernel&, const TrainingShape& shape) {
    // Some ten passes, each through the non-zeros twice.
    constexpr double passes = 10, seconds_for_nonzero = 1.5e-9;
    return static_cast<double>(problems(shape)) *
           (passes * seconds_for_nonzero * shape.nonzeros() + 1e-8 * static_cast<double>(shape.d));
  }
};

}  // namespace

LearnerKind coordinate_descent_kind() {
  return typed_learner<CoordinateDescentSpec>(
      {.type = "coordinate_descent",
       .uses_kernel = false,
       .classifiers = "coordinate_descent",
       .title = "dual coordinate descent",
       .citation =
           "Hsieh, C.-J., Chang, K.-W., Lin, C.-J., Keerthi, S. S. and Sundararajan, S. (2008). A dual "
           "coordinate descent method for large-scale linear SVM. ICML.",
       .in_words = class_weight_in_words,
       .advice = "lower C"});
}

Trained CoordinateDescent::train_on_blocks(const RowBlocks& rows, std::span<const float> y,
                                           std::span<const double> weights, Seed seed) const {
  if (rows.sparse() == nullptr) {
    if (!rows.in_memory()) throw Error("coordinate_descent trains on rows in memory");
    RowMajorMatrix none;
    const RowBlock all = rows.block(0, rows.size(), none);
    const RowsInForm sparse(Rows::dense(all.data(), all.rows(), all.cols(), all.outerStride()), 1);
    return train_on_blocks(StoredRows(sparse.view(), rows.constant()), y, weights, seed);
  }
  const OneAgainstRest classes(y, weights, params_.class_weight);
  const HingeProblems problems(rows, y, classes.by_label(), params_.C, params_.threads,
                               {weights, classes.weights()});
  const Index count = problems.count(), groups = (count + most_descending - 1) / most_descending;
  MatrixXd w(problems.dim(), count);
  std::vector<DescentOutcome> outcomes(static_cast<std::size_t>(count));
  parallel_blocks(groups, 1, params_.threads, [&](Index from, Index to) {
    for (Index group = from; group < to; ++group) {
      const Index first = group * most_descending, size = std::min(most_descending, count - first);
      const auto found = descend(problems, *rows.sparse(), first, {params_.eps, params_.max_passes}, seed,
                                 w.middleCols(first, size));
      std::ranges::copy(found, outcomes.begin() + first);
    }
  });

  const MatrixXd score = problems.scores(w);
  TrainingReport report;
  for (Index k = 0; k < count; ++k) {
    const DescentOutcome& outcome = outcomes[static_cast<std::size_t>(k)];
    const double objective = problems.objective(
        k, w.col(k).squaredNorm(), {score.col(k).data(), static_cast<std::size_t>(score.rows())});
    if (!std::isfinite(objective))
      throw InputError(
          "coordinate_descent: the objective is beyond double precision: scale the data, or lower C");
    report.iterations += outcome.passes;
    report.objectives.push_back(objective);
    report.converged = report.converged && outcome.converged;
    report.messages +=
        fmt::format("{} passes: f {:.6g}, violation {:.3g} of {:g}{}\n", outcome.passes, objective,
                    outcome.violation, params_.eps, outcome.converged ? "" : ", NOT REACHED");
  }
  return {.model = classes.model(std::move(w)), .report = std::move(report)};
}

// A non-zero of a pass costs the same wherever its weights are, and a weight is written a few times in all.
// To find the new number of every non-zero's column takes as long as some passes.
bool CoordinateDescent::gains_by_renumbering(const LabeledRows& data) const {
  if (!data.x.is_sparse() || data.x.dim() <= ColumnSelection::few_columns) return false;
  const Index classes = std::ssize(count_classes(data.y, data.weights)),
              problems = classes == 2 ? 1 : classes;
  return data.x.dim() * problems > data.x.stored();
}

Trained CoordinateDescent::train(const LabeledRows& data, Seed seed) const {
  check_training_data(data, "coordinate_descent");
  if (gains_by_renumbering(data))
    if (std::optional<Trained> trained = train_on_occurring_columns(
            data, [&](const RowBlocks& rows) { return train_on_blocks(rows, data.y, data.weights, seed); }))
      return std::move(*trained);
  return train_on_blocks(StoredRows(data.x), data.y, data.weights, seed);
}

}  // namespace sketchbench
