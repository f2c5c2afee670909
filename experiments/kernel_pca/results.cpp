#include "experiments/kernel_pca/results.hpp"

#include <sketchbench/core/json.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace sketchbench {

KernelPcaRow::KernelPcaRow(RunGroup group) : RunGroup(std::move(group)) {
  if (done.empty()) return;
  pca = result_of<KernelPca>(done.front());
  subspace_error = sample_of(pca->subspace_error);
  seconds = sample_of(pca->seconds());
}

std::vector<double> KernelPca::seconds() const {
  std::vector<double> sums = make_seconds;
  for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += map_seconds[i];
  return sums;
}

std::vector<double> KernelPca::fact(const char* key) const {
  std::vector<double> numbers;
  for (const Json& facts : map_facts)
    if (facts.contains(key)) numbers.push_back(facts.at(key).get<double>());
  return numbers;
}

int KernelPca::unconverged_maps() const {
  return static_cast<int>(
      std::ranges::count_if(map_facts, [](const Json& facts) { return !facts.value("converged", true); }));
}

void KernelPca::check(const StrictObject& result) const {
  const std::size_t maps = subspace_error.size();
  const auto require = [&](const char* key, std::size_t entries) {
    if (entries != maps) result.fail(key, fmt::format("an entry for each of {} maps", maps));
  };
  require("mean_squared_sine", mean_squared_sine.size());
  require("eigenvalue_error", eigenvalue_error.size());
  require("make_seconds", make_seconds.size());
  require("map_seconds", map_seconds.size());
  if (!accuracy.empty()) require("accuracy", accuracy.size());
  if (!accuracy.empty()) require("train_seconds", train_seconds.size());
  for (const std::vector<double>& of_map : eigenvalue_error)
    if (std::ssize(of_map) != compared)
      result.fail("eigenvalue_error", fmt::format("{} numbers for each map, \"compared\"", compared));
}

const Fields<KernelPca>& KernelPca::fields() {
  using R = KernelPca;
  static const Fields<R> all = {{{.name = "rows", .low = 1}, &R::rows},
                                {{.name = "sigma", .low = 0}, &R::sigma},
                                {{.name = "components", .low = 1}, &R::components},
                                {{.name = "compared", .low = 1}, &R::compared},
                                {{.name = "centred", .low = 0, .high = 1}, &R::centred},
                                {{.name = "eigenvalues"}, &R::eigenvalues},
                                {{.name = "uncertainty", .low = 0, .high = 1}, &R::uncertainty},
                                {{.name = "exact_residual", .low = 0, .optional = true}, &R::exact_residual},
                                {{.name = "exact_converged", .optional = true}, &R::exact_converged},
                                {{.name = "map_facts"}, &R::map_facts},
                                {{.name = "subspace_error", .low = 0}, &R::subspace_error},
                                {{.name = "mean_squared_sine", .low = 0}, &R::mean_squared_sine},
                                {{.name = "eigenvalue_error", .low = 0}, &R::eigenvalue_error},
                                {{.name = "captured_share"}, &R::captured_share},
                                {{.name = "make_seconds", .low = 0}, &R::make_seconds},
                                {{.name = "map_seconds", .low = 0}, &R::map_seconds},
                                {{.name = "map_bytes", .low = 0}, &R::map_bytes},
                                {{.name = "working_bytes", .low = 0}, &R::working_bytes},
                                {{.name = "accuracy", .low = 0, .high = 100, .optional = true}, &R::accuracy},
                                {{.name = "train_seconds", .low = 0, .optional = true}, &R::train_seconds}};
  return all;
}

}  // namespace sketchbench
