#include "learners/hinge_hessians.hpp"

#include "learners/hessian_matrices.hpp"
#include "learners/hessian_products.hpp"
#include "learners/symmetric_matrix.hpp"

namespace sketchbench {
namespace {

// Above this many features a matrix costs more than the products that it saves, even where rows are made anew
// in every pass.
constexpr Index most_features_of_a_matrix = 2000;

// What matrices may take beside rows in memory.
constexpr double share_of_rows = 0.05;

}  // namespace

HessianChoice HessianChoice::of(Index n, Index D, Index problems, bool rows_in_memory) {
  const double matrices = static_cast<double>(problems) * SymmetricMatrix::memory(D);
  const double rows = sizeof(float) * static_cast<double>(n) * static_cast<double>(D);
  const bool worthwhile =
      D <= most_features_of_a_matrix && (!rows_in_memory || matrices <= share_of_rows * rows);
  return {.as_matrices = worthwhile, .bytes = worthwhile ? matrices : 0};
}

std::unique_ptr<HingeHessians> make_hinge_hessians(const HingeProblems& problems) {
  if (HessianChoice::of(problems.size(), problems.dim(), problems.count(), problems.rows().in_memory())
          .as_matrices)
    return std::make_unique<HessianMatrices>(problems);
  return std::make_unique<HessianProducts>(problems);
}

}  // namespace sketchbench
