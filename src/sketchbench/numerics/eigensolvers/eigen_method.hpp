#pragma once
#include <string>
#include <string_view>
#include <vector>

#include <sketchbench/numerics/eigensolvers/eigenpairs.hpp>

namespace sketchbench {

/// How the leading eigenpairs of a matrix are found (orthogonal_iteration.hpp, lanczos.hpp,
/// randomised_eigenpairs.hpp).
enum class EigenMethod { orthogonal_iteration, lanczos, randomised };

/// The name of each, in the order of the enumeration.
const std::vector<std::string>& eigen_method_names();

/// InputError with the names for any other.
EigenMethod find_eigen_method(std::string_view name);

/// `randomised` takes randomised_passes and randomised_oversampling whatever the rule, whose tolerance says
/// whether it counts as converged.
Eigenpairs leading_eigenpairs(EigenMethod method, const SymmetricOperator& a, Index l, Seed seed,
                              const StoppingRule& rule, int threads);

/// Bytes that this takes beside the matrix, with its result.
double eigenpairs_memory(EigenMethod method, Index m, Index l);

}  // namespace sketchbench
