#include <sketchbench/learners/ridge/kernel_choice.hpp>

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>
#include <sketchbench/core/owned_rows.hpp>
#include <sketchbench/core/random.hpp>
#include <sketchbench/learners/labels.hpp>
#include <sketchbench/learners/ridge/kernel_system.hpp>

namespace sketchbench {
namespace {

/// The targets of each problem.
std::vector<std::vector<float>> problems_of(const std::vector<float>& y, Task task) {
  if (task == Task::regression) return {y};
  std::set<float> classes(y.begin(), y.end());
  if (classes.size() < 2)
    throw InputError("the choice of a kernel needs two classes among the rows that it looks at");
  if (classes.size() == 2) classes.erase(classes.begin());
  std::vector<std::vector<float>> problems;
  for (const float label : classes) {
    std::vector<float>& targets = problems.emplace_back();
    for (const float other : y) targets.push_back(other == label ? 1.0f : -1.0f);
  }
  return problems;
}

struct Best {
  double lambda = 0, error = HUGE_VAL;
};

Best best_of(const Kernel& kernel, const Rows& x, const std::vector<std::vector<float>>& problems,
             const KernelChoiceParams& params) {
  KernelSystem system = kernel_system(kernel, x, problems.front(), true, params.threads);
  const std::vector<double> lambdas = params.grid.lambdas(LambdaGrid::unit(system.mean_diagonal));
  const Tridiagonal t = tridiagonalise(std::move(system.k));
  std::vector<double> errors(lambdas.size(), 0);
  for (const std::vector<float>& targets : problems) {
    system.set_targets(targets);
    const std::vector<double> some = kernel_loo_errors(system, t, lambdas, params.threads);
    for (std::size_t k = 0; k < errors.size(); ++k)
      errors[k] += some[k] / static_cast<double>(problems.size());
  }
  const std::optional<std::size_t> best = best_lambda(errors);
  return best ? Best{.lambda = lambdas[*best], .error = errors[*best]} : Best{};
}

}  // namespace

std::vector<double> sigmas_around(double scale) {
  std::vector<double> sigmas;
  for (int k = -4; k <= 4; ++k) sigmas.push_back(std::ldexp(scale, k));
  return sigmas;
}

double kernel_choice_memory(const TrainingShape& shape, const KernelChoiceParams& params) {
  const auto rows = static_cast<double>(std::min(shape.n, params.rows));
  const double matrix = 8 * rows * rows, copy = 8 * rows * (shape.nonzeros_per_row + 1),
               columns = 8 * rows * static_cast<double>(shape.d);
  // The kernel matrix is made from the rows in double precision; these are gone before there are its
  // tridiagonal form's reflectors, and the errors' share of them.
  return copy + std::max(matrix + columns, 3 * matrix);
}

KernelChoice choose_kernel(std::span<const Kernel> candidates, const LabeledRows& train,
                           const KernelChoiceParams& params) {
  if (candidates.empty()) throw InputError("the choice of a kernel needs a candidate");
  check_training_data(train, "the choice of a kernel", train.task);
  require_rows_to_leave_out(train.x.size(), "the choice of a kernel");
  const std::vector<Index> chosen_rows = random_row_numbers(train.x.size(), params.rows, 0, "kernel_choice");
  const OwnedRows rows(train.x, chosen_rows);
  std::vector<float> y;
  for (const Index row : chosen_rows) y.push_back(train.y[static_cast<std::size_t>(row)]);
  const auto problems = problems_of(y, train.task);

  KernelChoice choice{.facts = {{"rows", chosen_rows.size()}, {"candidates", Json::array()}}};
  double least = HUGE_VAL;
  for (std::size_t k = 0; k < candidates.size(); ++k) {
    candidates[k].check();
    const auto [lambda, error] = best_of(candidates[k], rows.view(), problems, params);
    const bool known = std::isfinite(error);
    Json facts = candidates[k].to_json();
    facts["lambda"] = known ? Json(lambda) : Json();
    facts["loo_rmse"] = known ? Json(std::sqrt(error)) : Json();
    choice.facts["candidates"].push_back(std::move(facts));
    if (!(error < least)) continue;
    least = error;
    choice.best = k;
  }
  if (!std::isfinite(least))
    throw InputError("the choice of a kernel: rounding decides the errors of all candidates: scale the data");
  return choice;
}

}  // namespace sketchbench
