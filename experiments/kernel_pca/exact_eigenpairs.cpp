#include "experiments/kernel_pca/exact_eigenpairs.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include <sketchbench/core/json.hpp>
#include <sketchbench/numerics/eigensolvers/lanczos.hpp>
#include <sketchbench/numerics/eigensolvers/subspaces.hpp>
#include "experiments/cached_value.hpp"

namespace sketchbench {
namespace {

constexpr int version = 1;  ///< raise it when eigenpairs change beyond rounding
constexpr Seed start_seed = 1;
constexpr StoppingRule tight{.tolerance = 1e-6, .most_iterations = 100};
constexpr double smallest_relative_gap = 1e-5;

Json to_json(const ExactEigenpairs& pairs) {
  const auto numbers = [](const auto& matrix) {
    return std::vector<double>(matrix.data(), matrix.data() + matrix.size());
  };
  return {{"values", numbers(pairs.values)},
          {"vectors", numbers(pairs.vectors)},
          {"rows", pairs.vectors.rows()},
          {"residual", pairs.residual},
          {"converged", pairs.converged}};
}

ExactEigenpairs from_json(const Json& json) {
  const auto values = json.at("values").get<std::vector<double>>(),
             vectors = json.at("vectors").get<std::vector<double>>();
  const auto rows = json.at("rows").get<Index>();
  return {.values = Eigen::Map<const Eigen::VectorXd>(values.data(), std::ssize(values)),
          .vectors = Eigen::Map<const Eigen::MatrixXd>(vectors.data(), rows, std::ssize(vectors) / rows),
          .residual = json.at("residual").get<double>(),
          .converged = json.at("converged").get<bool>()};
}

}  // namespace

ExactEigenpairs exact_eigenpairs(const SymmetricOperator& gram, Index l, int threads) {
  const Index wanted = std::min(l + 1, gram.size());  // the gap behind the last one is asked for
  const Eigenpairs found = lanczos(gram, wanted, start_seed, tight, threads);
  return {.values = found.values,
          .vectors = found.vectors.leftCols(l),
          .residual = found.residual,
          .converged = found.converged};
}

ExactEigenpairs kept_exact_eigenpairs(const std::filesystem::path& cache, Json key,
                                      const SymmetricOperator& gram, Index l, int threads) {
  key["computed"] = "leading eigenpairs of a Gram matrix";
  key["version"] = version;
  key["components"] = l;
  return from_json(cached_value(cache, key, [&] { return to_json(exact_eigenpairs(gram, l, threads)); }));
}

Index identified_components(const Eigen::VectorXd& values, Index l) {
  Index k = l;
  for (const auto& [first, last] : coinciding_eigenvalues(values, smallest_relative_gap))
    if (first < l && last >= l) k = first;
  // Those of a matrix of smaller rank, and of one that is not positive semi-definite.
  while (k > 0 && values[k - 1] <= smallest_relative_gap * values[0]) --k;
  return k;
}

double subspace_uncertainty(const ExactEigenpairs& pairs, Index k) {
  const double behind = k < pairs.values.size() ? pairs.values[k] : 0.0;
  const double gap = pairs.values[k - 1] - behind;
  const double residual = std::sqrt(static_cast<double>(k)) * pairs.residual * pairs.values[0];
  return gap > residual ? residual / gap : 1.0;
}

}  // namespace sketchbench
