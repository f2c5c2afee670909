#include <sketchbench/learners/ridge/ridge.hpp>

#include <fmt/format.h>

#include <Eigen/Cholesky>
#include <algorithm>
#include <limits>

#include <sketchbench/core/error.hpp>
#include <sketchbench/learners/blocked_cholesky.hpp>
#include <sketchbench/learners/labels.hpp>
#include <sketchbench/learners/learner_fields.hpp>
#include <sketchbench/learners/linear_regression.hpp>
#include <sketchbench/learners/ridge/kernel_system.hpp>
#include <sketchbench/learners/ridge/normal_equations.hpp>
#include <sketchbench/learners/ridge/ridge_dual.hpp>
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

/// Whether n equations take less time than d: n^2 d / 2 + 2 n^3 operations (kernel_system.hpp) to those of
/// n d^2 / 2 + d^3 / 6.
bool has_cheap_dual(Index n, Index d) { return 2 * n <= d; }

constexpr double counted_threads = 2;  // that each have a block of the dual's inverse

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
    const double predicting = 2 * 8 * d * rows_per_block + 8 * static_cast<double>(shape.n_test);
    if (has_cheap_dual(shape.n, shape.d)) {
      const double held = params.held ? 0 : 4 * n * d + 4 * d * rows_per_block;
      const double solving = params.grid ? 8 * n * n : counted_threads * inverse_diagonal_bytes(n);
      return held + dual_products_bytes(n, d, shape.nonzeros_per_row) + solving + 100 * n + predicting;
    }
    const double chunk = 8 * d * std::min<double>(n, rows_per_chunk);
    const double blocks = params.held ? 0 : 8 * d * rows_per_block;
    const double sums =
        params.intercept ? 8 * d * (std::min<double>(n, rows_per_mean) / rows_per_block + 1) : 0;
    // X^T X as it was, and turned; a block's rows centred and turned, for each of two threads.
    const double choice = params.grid ? 8 * d * d + 4 * 8 * d * rows_per_block : 0;
    return 8 * d * d + choice + chunk + blocks + sums + predicting;
  }

  static double seconds(const Params& params, const Kernel&, const TrainingShape& shape) {
    constexpr double seconds_per_product = 5e-11, seconds_per_value = 1e-9;
    constexpr double seconds_per_turned = 5e-10, seconds_per_candidate = 5e-10;
    constexpr double seconds_per_dual_turned = 8e-10;  // krr.cpp
    const auto n = static_cast<double>(shape.n), d = static_cast<double>(shape.d);
    const double lambdas = params.grid ? static_cast<double>(params.grid->multiples().size()) : 0;
    if (has_cheap_dual(shape.n, shape.d)) {
      const double product = std::min(seconds_per_product * d, seconds_per_value * shape.nonzeros_per_row);
      const double factor = params.grid ? seconds_per_dual_turned : 2 * seconds_per_product;
      return n * n * (product / 2 + factor * n + 2 * seconds_per_candidate * lambdas) +
             seconds_per_value * (2 * shape.nonzeros() + shape.predicted_nonzeros());
    }
    double seconds = seconds_per_product * (n * d * d / 2 + d * d * d / 6) +
                     seconds_per_value * d * (2 * n + static_cast<double>(shape.n_test));
    if (params.grid)
      seconds += seconds_per_product * n * d * d + seconds_per_turned * d * d * d +
                 seconds_per_candidate * n * d * lambdas;
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

/// The rows where they are, or, of those that are made anew in each pass, made once: they take less memory
/// than X^T X would.
Rows held_rows(const RowBlocks& rows, int threads, DenseMatrix& made) {
  if (rows.sparse() != nullptr) return *rows.sparse();
  if (rows.in_memory()) {
    RowMajorMatrix workspace;
    const RowBlock all = rows.block(0, rows.size(), workspace);
    return Rows::dense(all.data(), all.rows(), all.cols(), all.outerStride());
  }
  made = DenseMatrix(rows.size(), rows.dim());
  for_each_block(rows, 0, rows.size(), threads, [&](Index begin, const RowBlock& block) {
    for (Index i = 0; i < block.rows(); ++i)
      std::copy_n(block.row(i).data(), rows.dim(), made.row(begin + i));
  });
  return made.view();
}

/// w = X^T a with (X X^T + lambda I) a = y, about the means: n equations.
Trained train_dual(const Rows& x, std::span<const float> y, std::span<const double> weights,
                   const Ridge::Params& params) {
  const auto& [rule, intercept, threads, ranks, dual] = params;
  auto [k, origin] = dual_products(x, intercept, threads, weights);
  KernelSystem system = kernel_system(std::move(k), y, intercept, threads, weights);
  Trained trained;
  double lambda = rule.value;
  VectorXd a;
  if (!rule.grid) {
    a = solve(system, lambda, threads, "ridge").alpha;
  } else {
    const double unit = LambdaGrid::unit(system.mean_diagonal * static_cast<double>(x.size()) /
                                         static_cast<double>(x.dim()));  // of X^T X, which has the same trace
    const Tridiagonal t = tridiagonalise(std::move(system.k));
    LambdaChoice choice = choose_lambda(
        *rule.grid, unit, kernel_loo_errors(system, t, rule.grid->lambdas(unit), threads), "ridge");
    lambda = choice.lambda;
    trained.report.chosen = std::move(choice.facts);
    a = solve(system, t, lambda);
  }
  // At the minimum, |Xw - y|^2 + lambda |w|^2 = lambda <a, y>; rounding alone can make it negative.
  trained.report.objectives = {std::max(0.0, lambda * a.dot(system.y))};
  const double constant = to_coefficients(system, a);
  VectorXd w = combined_rows(x, a, origin);
  const double at_zero = constant - w.dot(origin);
  trained.model = std::make_unique<LinearRegression>(std::move(w), at_zero);
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
  const auto& [rule, intercept, threads, among, dual] = params_;
  const Communicator& ranks = *among;
  require_rows_of_rank(rows.size(), "ridge", ranks);
  if (rule.grid)
    require_rows_to_leave_out(static_cast<Index>(ranks.sum_of(static_cast<double>(rows.size()))), "ridge");
  if (ranks.size() == 1 && dual.value_or(has_cheap_dual(rows.size(), rows.dim()))) {
    DenseMatrix made;
    return train_dual(held_rows(rows, threads, made), y, weights, params_);
  }
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
