#include "experiments/resolved_kernel.hpp"

#include <fmt/format.h>

#include <span>
#include <vector>

#include <sketchbench/core/json.hpp>
#include <sketchbench/core/system/memory.hpp>
#include <sketchbench/kernels/sigma_rule.hpp>
#include <sketchbench/learners/ridge/kernel_choice.hpp>
#include "experiments/cached_value.hpp"

namespace sketchbench {
namespace {

KernelChoice choose(const Kernel& kernel, std::span<const double> sigmas, const LabeledRows& train,
                    const KernelChoiceParams& params) {
  std::vector<Kernel> candidates;
  for (const double sigma : sigmas) candidates.push_back(kernel.with_sigma(sigma));
  try {
    return choose_kernel(candidates, train, params);
  } catch (const MemoryShortage&) {
    throw;
  } catch (const InputError& error) {
    throw InputError(fmt::format("\"sigma\": \"{}\": {}; or give sigma as a number", kernel.sigma()->text(),
                                 error.what()));
  }
}

/// A cell is one of many on the same training rows, and the choice takes longer than most of them.
Kernel cross_validated(const Cell& cell, const RunContext& context, const LabeledRows& train, Json& result) {
  const Kernel& kernel = cell.kernel;
  const std::vector<double> sigmas = sigmas_around(median_distance(kernel, train.x));
  const KernelChoiceParams params{.threads = context.threads};
  const Json key = {{"choice", "sigma by cross-validation"},
                    {"version", version_of(Sigma::Rule::cross_validation)},
                    {"data", cell.data_hash},
                    {"kernel", kernel.to_json()},
                    {"sigmas", sigmas},
                    {"rows", params.rows},
                    {"grid", LambdaGrid::fields().to_json(params.grid)}};
  const Json choice = cached_value(context.paths.cache, key, [&]() -> Json {
    KernelChoice made = choose(kernel, sigmas, train, params);
    return {{"sigma", sigmas.at(made.best)}, {"facts", std::move(made.facts)}};
  });
  result["sigma_choice"] = choice.at("facts");
  return kernel.with_sigma(choice.at("sigma").get<double>());
}

}  // namespace

double memory_of_choice(const Kernel& kernel, const DatasetInfo& data) {
  const Sigma* const sigma = kernel.sigma();
  const bool by_errors = sigma != nullptr && sigma->rule() == Sigma::Rule::cross_validation;
  if (!by_errors) return 0;
  return kernel_choice_memory({.n = data.n_train, .d = data.d, .nonzeros_per_row = data.nonzeros_per_row()});
}

Cell resolved_cell(const Cell& cell, const RunContext& context, const LabeledRows& train, Outcome& outcome,
                   Phases& phases) {
  Cell resolved = cell;
  if (!has_sigma_rule(cell.kernel)) return resolved;
  resolved.kernel = phases.time("sigma", [&] {
    return cell.kernel.sigma()->rule() == Sigma::Rule::median
               ? cell.kernel.with_sigma(median_distance(cell.kernel, train.x))
               : cross_validated(cell, context, train, outcome.result);
  });
  outcome.result["sigma"] = resolved.kernel.sigma()->value();
  return resolved;
}

}  // namespace sketchbench
