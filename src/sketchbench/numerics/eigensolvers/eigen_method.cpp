#include <sketchbench/numerics/eigensolvers/eigen_method.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include <sketchbench/core/error.hpp>
#include <sketchbench/numerics/eigensolvers/lanczos.hpp>
#include <sketchbench/numerics/eigensolvers/orthogonal_iteration.hpp>
#include <sketchbench/numerics/eigensolvers/randomised_eigenpairs.hpp>

namespace sketchbench {
namespace {

double doubles(Index rows, Index columns) {
  return sizeof(double) * static_cast<double>(rows) * static_cast<double>(columns);
}

double subspace_memory(Index m, Index l, Index guards) {
  const Index k = std::min(m, l + guards);
  // Ritz vectors, their images, a basis with what it is made of, and products in single precision; the
  // projected matrix with its eigenvectors.
  return 6 * doubles(m, k) + doubles(m, l) + 6 * doubles(k, k);
}

double lanczos_memory(Index m, Index l) {
  // The matrix, with its eigenvectors and products in the forms that they go through.
  if (is_decomposed_whole(m, l)) return 11 * doubles(m, m);
  const Index k = std::min(m, krylov_dimensions(l));
  // The Krylov space, with the copy that a restart makes of it, beside what was found before.
  return 2 * doubles(m, k) + 6 * doubles(m, l) + 6 * doubles(k, k);
}

}  // namespace

const std::vector<std::string>& eigen_method_names() {
  static const std::vector<std::string> names = {"orthogonal_iteration", "lanczos", "randomised"};
  return names;
}

EigenMethod find_eigen_method(std::string_view name) {
  const std::vector<std::string>& names = eigen_method_names();
  const auto at = std::ranges::find(names, name);
  if (at == names.end())
    throw InputError(
        fmt::format("\"{}\" finds no eigenvectors, expected \"{}\"", name, fmt::join(names, "\" or \"")));
  return static_cast<EigenMethod>(at - names.begin());
}

Eigenpairs leading_eigenpairs(EigenMethod method, const SymmetricOperator& a, Index l, Seed seed,
                              const StoppingRule& rule, int threads) {
  switch (method) {
    case EigenMethod::orthogonal_iteration:
      return orthogonal_iteration(a, l, seed, rule, threads);
    case EigenMethod::lanczos:
      return lanczos(a, l, seed, rule, threads);
    case EigenMethod::randomised:
      break;
  }
  Eigenpairs result = randomised_eigenpairs(a, l, seed, randomised_passes, randomised_oversampling, threads);
  result.converged = result.residual <= rule.tolerance;
  return result;
}

double eigenpairs_memory(EigenMethod method, Index m, Index l) {
  switch (method) {
    case EigenMethod::orthogonal_iteration:
      return subspace_memory(m, l, guard_vectors);
    case EigenMethod::lanczos:
      return lanczos_memory(m, l);
    case EigenMethod::randomised:
      break;
  }
  return subspace_memory(m, l, randomised_oversampling);
}

}  // namespace sketchbench
