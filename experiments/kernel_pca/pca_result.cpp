#include "experiments/kernel_pca/pca_result.hpp"

#include <fmt/format.h>

#include <limits>

#include "core/error.hpp"
#include "harness/cell/result_values.hpp"

namespace sketchbench {
namespace {

/// A list with an entry for each map.
std::vector<double> of_each_map(const Json& result, const char* key, std::size_t maps) {
  std::vector<double> values = numbers_in(result, key, 0);
  if (values.size() != maps)
    throw InputError(fmt::format("\"{}\" of the result has {} numbers, expected one for each of {} maps", key,
                                 values.size(), maps));
  return values;
}

/// The errors of all eigenvalues that are compared, for each map.
std::vector<std::vector<double>> eigenvalue_errors(const Json& result, std::size_t maps, Index compared) {
  std::vector<std::vector<double>> errors;
  for (const Json& of_map : result.at("eigenvalue_error")) {
    errors.push_back(numbers_in({{"eigenvalue_error", of_map}}, "eigenvalue_error", 0));
    if (std::ssize(errors.back()) != compared)
      throw InputError(fmt::format(
          "\"eigenvalue_error\" of the result has {} numbers for a map, expected {}, \"compared\"",
          errors.back().size(), compared));
  }
  if (errors.size() != maps)
    throw InputError(fmt::format("\"eigenvalue_error\" of the result has {} lists, expected {}, one a map",
                                 errors.size(), maps));
  return errors;
}

}  // namespace

KernelPca kernel_pca_of(const Json& result) {
  KernelPca pca;
  pca.rows = count_in(result, "rows", 1);
  if (result.contains("sigma")) pca.sigma = number_in(result, "sigma", 0);
  pca.components = count_in(result, "components", 1);
  pca.compared = count_in(result, "compared", 1);
  pca.centred = count_in(result, "centred", 0) == 1;
  pca.eigenvalues = numbers_in(result, "eigenvalues", std::numeric_limits<double>::lowest());
  pca.uncertainty = number_in(result, "uncertainty", 0, 1);
  pca.exact_converged = result.value("exact_converged", true);
  if (result.contains("map_facts"))
    for (const Json& facts : result.at("map_facts"))
      pca.unconverged_maps += facts.value("converged", true) ? 0 : 1;
  pca.subspace_error = numbers_in(result, "subspace_error", 0);
  const std::size_t maps = pca.subspace_error.size();
  pca.mean_squared_sine = of_each_map(result, "mean_squared_sine", maps);
  pca.eigenvalue_error = eigenvalue_errors(result, maps, pca.compared);
  pca.captured_share = numbers_in(result, "captured_share", std::numeric_limits<double>::lowest());
  pca.make_seconds = of_each_map(result, "make_seconds", maps);
  pca.map_seconds = of_each_map(result, "map_seconds", maps);
  pca.map_bytes = number_in(result, "map_bytes", 0);
  pca.working_bytes = number_in(result, "working_bytes", 0);
  if (!result.contains("accuracy")) return pca;
  pca.accuracy = of_each_map(result, "accuracy", maps);
  pca.train_seconds = of_each_map(result, "train_seconds", maps);
  for (const double per_cent : pca.accuracy)
    static_cast<void>(number_in({{"accuracy", per_cent}}, "accuracy", 0, 100));
  return pca;
}

}  // namespace sketchbench
