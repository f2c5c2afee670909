#include <sketchbench/learners/ridge/krr.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/owned_rows.hpp>
#include <sketchbench/core/threads.hpp>
#include <sketchbench/kernels/gram.hpp>
#include <sketchbench/learners/blocked_cholesky.hpp>
#include <sketchbench/learners/labels.hpp>
#include <sketchbench/learners/ridge/kernel_system.hpp>
#include <sketchbench/learners/typed_learner.hpp>

namespace sketchbench {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr Index rows_per_block = 128;  // that kernel values are made for at once

class KernelRegression final : public Regressor {
 public:
  KernelRegression(const Kernel& kernel, const Rows& x, VectorXd alpha, double intercept)
      : kernel_(kernel), rows_(OwnedRows::copy_of(x)), alpha_(std::move(alpha)), intercept_(intercept) {}

  std::optional<ModelParts> parts() const override {
    return ModelParts{.whole = {},
                      .real = {{"coefficients", {alpha_.begin(), alpha_.end()}}, {"intercept", {intercept_}}},
                      .rows = rows_};
  }

 private:
  void score(const Rows& x, int threads, std::span<double> scores) const override {
    if (x.dim() != rows_.view().dim())
      throw InputError(
          fmt::format("the rows have {} features, expected {} as in training", x.dim(), rows_.view().dim()));
    if (multiplies_nonzeros(rows_.view())) {
      parallel_blocks(x.size(), rows_per_block, threads, [&](Index begin, Index end) {
        set_scores(gram(kernel_, rows_.view(), x.slice(begin, end)), begin, end, scores);
      });
      return;
    }
    parallel_blocks(x.size(), rows_per_block, threads, [&](Index begin, Index end) {
      // The last block is filled up with zeros: a matrix product of another shape adds up in another order,
      // and a row's score must not depend on the rows beside it.
      DenseMatrix block(rows_per_block, x.dim());
      for (Index i = begin; i < end; ++i)
        x.for_each_nonzero(i, [&](Index j, float value) { block.row(i - begin)[j] = value; });
      set_scores(gram(kernel_, rows_.view(), block.view()), begin, end, scores);
    });
  }
  void set_scores(const MatrixXd& values, Index begin, Index end, std::span<double> scores) const {
    for (Index i = begin; i < end; ++i)
      scores[static_cast<std::size_t>(i)] = alpha_.dot(values.col(i - begin)) + intercept_;
  }

  Kernel kernel_;
  OwnedRows rows_;
  VectorXd alpha_;
  double intercept_;
};

// Threads are counted as two: each more takes its own block of kernel values or of the inverse.
constexpr double counted_threads = 2;

struct KrrSpec {
  struct Params : RidgeKeys {
    static const Fields<Params>& fields() {
      static const Fields<Params> all(ridge_fields<Params>());
      return all;
    }
  };

  static std::unique_ptr<Learner> make(const Params& params, const Kernel& kernel, int threads) {
    return std::make_unique<Krr>(
        Krr::Params{.lambda = params.rule(), .intercept = params.intercept, .threads = threads}, kernel);
  }
  static std::unique_ptr<Model> restore(const ModelParts& parts, const Params&, const Kernel& kernel,
                                        Index features) {
    const PartsReader reader(parts);
    const Rows rows = reader.rows(features);
    const auto& alpha = reader.real("coefficients", static_cast<std::size_t>(rows.size()));
    return std::make_unique<KernelRegression>(kernel, rows,
                                              Eigen::Map<const VectorXd>(alpha.data(), std::ssize(alpha)),
                                              reader.scalar("intercept"));
  }
  static double memory(const Params& params, const TrainingShape& shape) {
    const auto n = static_cast<double>(shape.n), d = static_cast<double>(shape.d);
    const bool sparse = shape.nonzeros_per_row <= 0.05 * d;  // multiplies_nonzeros()
    const double matrix = 8 * n * n, copy = 8 * n * (shape.nonzeros_per_row + 1),
                 columns = sparse ? 8 * d : 8 * d * n;
    const double solving = params.grid ? matrix : counted_threads * inverse_diagonal_bytes(n);
    const double predicting =
        counted_threads * (columns + (sparse ? 0 : (4 + 8) * d * rows_per_block) + 8 * n * rows_per_block);
    return std::max({matrix + columns, matrix + solving, copy + predicting}) + 100 * n +
           8 * static_cast<double>(shape.n_test);
  }

  static double seconds(const Params& params, const Kernel&, const TrainingShape& shape) {
    constexpr double seconds_per_product = 5e-11, seconds_per_value = 5e-9;
    constexpr double seconds_per_candidate = 1e-9, seconds_per_turned = 8e-10;
    const auto n = static_cast<double>(shape.n);
    const double kernel_value =
        seconds_per_value +
        std::min(1e-9 * shape.nonzeros_per_row, seconds_per_product * static_cast<double>(shape.d));
    double seconds = n * (n / 2 + static_cast<double>(shape.n_test)) * kernel_value;
    if (params.grid)
      seconds += seconds_per_turned * n * n * n +
                 seconds_per_candidate * n * n * static_cast<double>(params.grid->multiples().size());
    else
      seconds += 2 * seconds_per_product * n * n * n;
    return seconds;
  }
};

}  // namespace

Trained Krr::train(const LabeledRows& data, Seed /*seed*/) const {
  kernel_.check();
  check_training_data(data, "krr", Task::regression);
  const auto& [rule, intercept, threads] = params_;
  if (rule.grid) require_rows_to_leave_out(data.x.size(), "krr");
  KernelSystem system = kernel_system(kernel_, data.x, data.y, intercept, threads, data.weights);

  Trained trained;
  VectorXd alpha;
  double lambda = rule.value;
  if (rule.grid) {
    const double unit = LambdaGrid::unit(system.mean_diagonal);
    const Tridiagonal t = tridiagonalise(std::move(system.k));
    const auto errors = kernel_loo_errors(system, t, rule.grid->lambdas(unit), threads);
    LambdaChoice choice = choose_lambda(*rule.grid, unit, errors, "krr");
    lambda = choice.lambda;
    alpha = solve(system, t, lambda);
    trained.report.chosen = std::move(choice.facts);
  } else {
    KernelSolution solution = solve(system, lambda, threads, "krr");
    alpha = std::move(solution.alpha);
    if (std::isfinite(solution.loo_error))
      trained.report.chosen = {{"loo_rmse", std::sqrt(solution.loo_error)}};
  }
  // At the minimum, |f + b - y|^2 + lambda |f|^2 = lambda <alpha, y>; rounding alone can make it negative.
  trained.report.objectives = {std::max(0.0, lambda * alpha.dot(system.y))};
  double b = 0;
  if (intercept) {
    if (system.mean_diagonal == 0)
      alpha.setZero();  // no row is told from another: the mean is all there is
    else if (system.roots.size() == 0)
      alpha.array() -= alpha.mean();  // their sum is 0 but for rounding
    else
      alpha -= system.roots.dot(alpha) / system.total_weight() * system.roots;
  }
  if (system.roots.size() > 0) alpha.array() *= system.roots.array();
  if (intercept) b = system.mean_y - alpha.dot(system.row_means);
  trained.model = std::make_unique<KernelRegression>(kernel_, data.x, std::move(alpha), b);
  return trained;
}

LearnerKind krr_kind() {
  return typed_learner<KrrSpec>(
      {.type = "krr",
       .version = 1,
       .uses_kernel = true,
       .regressors = "krr",
       .title = "kernel ridge regression",
       .citation =
           "Saunders, C., Gammerman, A. and Vovk, V. (1998). Ridge regression learning algorithm in dual "
           "variables. ICML.",
       .in_words = lambda_in_words,
       .advice = "raise lambda",
       .claim = "n^3 + n^2 d",
       .claim_of_row = "n d",
       .claimed_operations =
           [](const TrainingShape& shape) {
             const auto n = static_cast<double>(shape.n);
             return n * n * (n + static_cast<double>(shape.d));
           },
       .claimed_operations_of_row =
           [](const TrainingShape& shape) {
             return static_cast<double>(shape.n) * static_cast<double>(shape.d);
           }});
}

}  // namespace sketchbench
