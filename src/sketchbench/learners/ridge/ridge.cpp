#include <sketchbench/learners/ridge/ridge.hpp>

#include <fmt/format.h>

#include <Eigen/Cholesky>
#include <algorithm>
#include <limits>

#include <sketchbench/core/error.hpp>
#include <sketchbench/learners/labels.hpp>
#include <sketchbench/learners/learner_fields.hpp>
#include <sketchbench/learners/linear_regression.hpp>
#include <sketchbench/learners/ridge/normal_equations.hpp>
#include <sketchbench/learners/ridge/ridge_leave_one_out.hpp>
#include <sketchbench/learners/ridge/row_passes.hpp>
#include <sketchbench/learners/typed_learner.hpp>

namespace sketchbench {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

/// (X^T X + lambda I)^-1 X^T y; the matrix gives way to its factor.
VectorXd solve(NormalEquations& equations, double lambda) {
  equations.xx.diagonal().array() += lambda;
  const Eigen::LLT<Eigen::Ref<MatrixXd>> factor(equations.xx);
  if (factor.info() != Eigen::Success || !(factor.rcond() >= std::numeric_limits<double>::epsilon()))
    throw InputError(
        fmt::format("ridge: X^T X + lambda I is singular to double precision with lambda = {:g}: raise "
                    "lambda, or scale the data",
                    lambda));
  return factor.solve(equations.xy);
}

struct RidgeSpec {
  struct Params : RidgeKeys {
    bool held = true;  ///< features; false: streamed

    static const Fields<Params>& fields() {
      static const Fields<Params> all([] {
        auto fields = ridge_fields<Params>();
        fields.emplace_back(features_field(), &Params::held);
        return fields;
      }());
      return all;
    }
  };

  static std::unique_ptr<Learner> make(const Params& params, const Kernel&, int threads,
                                       const Communicator& ranks) {
    return std::make_unique<Ridge>(Ridge::Params{
        .lambda = params.rule(), .intercept = params.intercept, .threads = threads, .ranks = &ranks});
  }
  static std::unique_ptr<Model> restore(const ModelParts& parts, const Params&, const Kernel&,
                                        Index features) {
    return LinearRegression::restore(parts, features);
  }
  static bool streams(const Params& params) { return !params.held; }
  static double memory(const Params& params, const TrainingShape& shape) {
    const auto n = static_cast<double>(shape.n), d = static_cast<double>(shape.d);
    const double chunk = 8 * d * std::min<double>(n, rows_per_chunk);
    const double blocks = (!params.held ? 3 : 2) * 8 * d * rows_per_block;
    const double sums =
        params.intercept ? 8 * d * (std::min<double>(n, rows_per_mean) / rows_per_block + 1) : 0;
    // X^T X as it was, and turned; a block's rows centred and turned, for each of two threads.
    const double choice = params.grid ? 8 * d * d + 4 * 8 * d * rows_per_block : 0;
    return 8 * d * d + choice + chunk + blocks + sums + 8 * static_cast<double>(shape.n_test);
  }

  static double seconds(const Params& params, const Kernel&, const TrainingShape& shape) {
    constexpr double seconds_per_product = 5e-11, seconds_per_value = 1e-9;
    constexpr double seconds_per_turned = 5e-10, seconds_per_candidate = 5e-10;
    const auto n = static_cast<double>(shape.n), d = static_cast<double>(shape.d);
    double seconds = seconds_per_product * (n * d * d / 2 + d * d * d / 6) +
                     seconds_per_value * d * (2 * n + static_cast<double>(shape.n_test));
    if (params.grid)
      seconds += seconds_per_product * n * d * d + seconds_per_turned * d * d * d +
                 seconds_per_candidate * n * d * static_cast<double>(params.grid->multiples().size());
    return seconds;
  }
};

/// What training on given sums ends in, of whichever lambda.
Trained trained_with(VectorXd w, const Origin& origin, const NormalEquations& equations) {
  Trained trained;
  // At the minimum, |Xw - y|^2 + lambda |w|^2 = |y|^2 - <w, X^T y>; rounding alone can make it negative.
  trained.report.objectives = {std::max(0.0, equations.yy - w.dot(equations.xy))};
  const double intercept = origin.y - w.dot(origin.x);
  trained.model = std::make_unique<LinearRegression>(std::move(w), intercept);
  return trained;
}

}  // namespace

Trained Ridge::train(const LabeledRows& data, Seed seed) const {
  require_rows_of_rank(data.x.size(), "ridge", *params_.ranks);
  check_training_data(data, "ridge", Task::regression);
  return train_on_blocks(StoredRows(data.x), data.y, data.weights, seed);
}

Trained Ridge::train_on_blocks(const RowBlocks& rows, std::span<const float> y,
                               std::span<const double> weights, Seed /*seed*/) const {
  const auto& [rule, intercept, threads, among] = params_;
  const Communicator& ranks = *among;
  require_rows_of_rank(rows.size(), "ridge", ranks);
  if (rule.grid)
    require_rows_to_leave_out(static_cast<Index>(ranks.sum_of(static_cast<double>(rows.size()))), "ridge");
  const Origin origin =
      intercept ? means_of(rows, y, threads, weights, ranks) : Origin{.x = VectorXd::Zero(rows.dim())};
  NormalEquations equations = normal_equations(rows, y, origin, threads, weights, ranks);
  if (!rule.grid) {
    VectorXd w = solve(equations, rule.value);
    return trained_with(std::move(w), origin, equations);
  }
  const double unit = LambdaGrid::unit(equations.xx.diagonal().mean());
  const Tridiagonal t = tridiagonalise(std::move(equations.xx));
  const std::vector<double> errors = ridge_loo_errors(rows, y, weights, origin, intercept, t, equations.xy,
                                                      rule.grid->lambdas(unit), threads, ranks);
  LambdaChoice choice = choose_lambda(*rule.grid, unit, errors, "ridge");
  VectorXd w = t.q * ShiftedFactor(t, choice.lambda).solve(t.q.transpose() * equations.xy);
  Trained trained = trained_with(std::move(w), origin, equations);
  trained.report.chosen = std::move(choice.facts);
  return trained;
}

LearnerKind ridge_kind() {
  return typed_learner<RidgeSpec>(
      {.type = "ridge",
       .version = 1,
       .uses_kernel = false,
       .passes_over_rows = true,
       .regressors = "ridge",
       .title = "ridge regression",
       .citation =
           "Hoerl, A. E. and Kennard, R. W. (1970). Ridge regression: biased estimation for nonorthogonal "
           "problems. Technometrics 12(1).",
       .in_words = lambda_in_words,
       .advice = "raise lambda",
       .claim = "n D^2",
       .claim_of_row = "D",
       .claimed_operations =
           [](const TrainingShape& shape) {
             const auto D = static_cast<double>(shape.d);
             return static_cast<double>(shape.n) * D * D;
           },
       .claimed_operations_of_row = [](const TrainingShape& shape) { return static_cast<double>(shape.d); }});
}

}  // namespace sketchbench
