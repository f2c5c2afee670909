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

/// Of the targets, one vector after the other, of which the system has the first.
GramRidge solve_for(KernelSystem& system, std::span<const float> targets, const Krr::Params& params) {
  const auto& [rule, intercept, threads] = params;
  const Index n = system.y.size(), count = std::ssize(targets) / n;
  GramRidge found{
      .coefficients = MatrixXd(n, count), .intercepts = VectorXd(count), .lambda = rule.value, .chosen = {}};
  const auto each_target = [&](const auto& body) {
    for (Index t = 0; t < count; ++t) {
      if (count > 1)
        system.set_targets(targets.subspan(static_cast<std::size_t>(t * n), static_cast<std::size_t>(n)));
      body(t);
    }
  };
  const auto take = [&](Index t, VectorXd alpha) {
    // At the minimum, |f + b - y|^2 + lambda |f|^2 = lambda <alpha, y>; rounding alone can make it negative.
    found.objectives.push_back(std::max(0.0, found.lambda * alpha.dot(system.y)));
    found.intercepts(t) = to_coefficients(system, alpha);
    found.coefficients.col(t) = alpha;
  };
  if (!rule.grid) {
    const KernelSolution first = solve(system, rule.value, threads, "krr");
    if (count == 1 && std::isfinite(first.loo_error))
      found.chosen = {{"loo_rmse", std::sqrt(first.loo_error)}};
    each_target([&](Index t) { take(t, t == 0 ? first.alpha : solve_with_factor(system.k, system.y)); });
    return found;
  }
  const double unit = LambdaGrid::unit(system.mean_diagonal);
  const Tridiagonal t = tridiagonalise(std::move(system.k));
  const std::vector<double> lambdas = rule.grid->lambdas(unit);
  std::vector<double> errors(lambdas.size(), 0);
  each_target([&](Index) {
    const std::vector<double> of_target = kernel_loo_errors(system, t, lambdas, threads);
    for (std::size_t k = 0; k < errors.size(); ++k) errors[k] += of_target[k] / static_cast<double>(count);
  });
  LambdaChoice choice = choose_lambda(*rule.grid, unit, errors, "krr");
  found.lambda = choice.lambda;
  found.chosen = std::move(choice.facts);
  each_target([&](Index k) { take(k, solve(system, t, found.lambda)); });
  return found;
}

}  // namespace

Trained Krr::train(const LabeledRows& data, Seed /*seed*/) const {
  kernel_.check();
  check_training_data(data, "krr", Task::regression);
  if (params_.lambda.grid) require_rows_to_leave_out(data.x.size(), "krr");
  KernelSystem system =
      kernel_system(kernel_, data.x, data.y, params_.intercept, params_.threads, data.weights);
  GramRidge found = solve_for(system, data.y, params_);
  Trained trained;
  trained.report.chosen = std::move(found.chosen);
  trained.report.objectives = std::move(found.objectives);
  trained.model =
      std::make_unique<KernelRegression>(kernel_, data.x, found.coefficients.col(0), found.intercepts(0));
  return trained;
}

GramRidge train_on_gram(const Krr::Params& params, MatrixXd gram, std::span<const float> targets,
                        std::span<const double> weights) {
  const Index n = gram.rows();
  if (n == 0 || gram.cols() != n)
    throw InputError(fmt::format("the kernel matrix is {} x {}, expected a square one", n, gram.cols()));
  if (targets.empty() || std::ssize(targets) % n != 0)
    throw InputError(fmt::format("{} targets for {} training rows", targets.size(), n));
  for (Index t = 0; t < std::ssize(targets); t += n) {
    const auto y = targets.subspan(static_cast<std::size_t>(t), static_cast<std::size_t>(n));
    const LabeledRows data{Rows::dense(y.data(), n, 1, 1), y, Task::regression, weights};  // not the rows
    check_training_data(data, "krr", Task::regression);
  }
  if (params.lambda.grid) require_rows_to_leave_out(n, "krr");
  KernelSystem system = kernel_system(std::move(gram), targets.first(static_cast<std::size_t>(n)),
                                      params.intercept, params.threads, weights);
  return solve_for(system, targets, params);
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
