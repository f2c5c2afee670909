#include "experiments/resolved_kernel.hpp"

#include <algorithm>
#include <vector>

#include "kernels/median_distance.hpp"
#include "learners/ridge/kernel_choice.hpp"

namespace sketchbench {
namespace {

Kernel cross_validated(const Kernel& kernel, const LabeledRows& train, int threads, Json& result) {
  std::vector<Kernel> candidates;
  for (const double sigma : sigmas_around(median_distance(kernel, train.x)))
    candidates.push_back(kernel.with_sigma(sigma));
  KernelChoice choice = choose_kernel(candidates, train, {.threads = threads});
  result["sigma_choice"] = std::move(choice.facts);
  return candidates.at(choice.best);
}

}  // namespace

Kernel resolved_kernel(const Kernel& kernel, const LabeledRows& train, int threads, Json& result) {
  const Sigma* const sigma = kernel.sigma();
  if (sigma == nullptr || sigma->is_number()) return kernel;
  const Kernel resolved = sigma->rule() == Sigma::Rule::median
                              ? kernel.with_sigma(median_distance(kernel, train.x))
                              : cross_validated(kernel, train, threads, result);
  result["sigma"] = resolved.sigma()->value();
  return resolved;
}

}  // namespace sketchbench
