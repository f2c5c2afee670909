#include "experiments/resolved_kernel.hpp"

#include <algorithm>
#include <vector>

#include "experiments/kept_value.hpp"
#include "kernels/median_distance.hpp"
#include "learners/ridge/kernel_choice.hpp"

namespace sketchbench {
namespace {

constexpr int choice_version = 1;  ///< to be raised when another choice is made of the same rows

/// A cell is one of many on the same training rows, and the choice takes longer than most of them.
Kernel cross_validated(const Cell& cell, const RunContext& context, const LabeledRows& train, Json& result) {
  const Kernel& kernel = cell.kernel;
  std::vector<Kernel> candidates;
  for (const double sigma : sigmas_around(median_distance(kernel, train.x)))
    candidates.push_back(kernel.with_sigma(sigma));
  const Json key = {{"choice", "sigma by cross-validation"},
                    {"version", choice_version},
                    {"data", cell.data_hash},
                    {"kernel", kernel.to_json()}};
  const Json choice = kept_value(context.paths.cache, key, [&]() -> Json {
    KernelChoice made = choose_kernel(candidates, train, {.threads = context.threads});
    return {{"best", made.best}, {"facts", std::move(made.facts)}};
  });
  result["sigma_choice"] = choice.at("facts");
  return candidates.at(choice.at("best").get<std::size_t>());
}

}  // namespace

double memory_of_choice(const Kernel& kernel, Index n_train) {
  const Sigma* const sigma = kernel.sigma();
  const bool by_errors =
      sigma != nullptr && !sigma->is_number() && sigma->rule() == Sigma::Rule::cross_validation;
  return by_errors ? kernel_choice_memory(n_train) : 0;
}

Cell resolved_cell(const Cell& cell, const RunContext& context, const LabeledRows& train, Outcome& outcome,
                   Phases& phases) {
  Cell resolved = cell;
  const Sigma* const sigma = cell.kernel.sigma();
  if (sigma == nullptr || sigma->is_number()) return resolved;
  resolved.kernel = phases.time("sigma", [&] {
    return sigma->rule() == Sigma::Rule::median
               ? cell.kernel.with_sigma(median_distance(cell.kernel, train.x))
               : cross_validated(cell, context, train, outcome.result);
  });
  outcome.result["sigma"] = resolved.kernel.sigma()->value();
  return resolved;
}

}  // namespace sketchbench
