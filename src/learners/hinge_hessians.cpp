#include "learners/hinge_hessians.hpp"

#include <algorithm>

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

// What they may take, with the rows on their way into them, where rows are made anew: about 50 problems of
// 2,000 features. A number and no share of the machine's memory, so that a record's numbers, which the choice
// rounds otherwise, do not depend on the machine.
constexpr double most_bytes_beside_streams = 1e9;

}  // namespace

HessianChoice HessianChoice::of(Index n, Index D, Index problems, bool rows_in_memory) {
  const double matrices = static_cast<double>(problems) * SymmetricMatrix::memory(D);
  const double row = sizeof(float) * static_cast<double>(D);
  // Rows in memory go into one matrix after the other; a block of rows that were made goes into all of them.
  const Index buffered =
      rows_in_memory ? HessianMatrices::buffered_rows
                     : problems * HessianMatrices::buffered_rows + std::min(n, RowBlocks::most_made_at_once);
  const double buffers = static_cast<double>(buffered) * row;
  const bool worthwhile = D <= most_features_of_a_matrix &&
                          (rows_in_memory ? matrices <= share_of_rows * static_cast<double>(n) * row
                                          : matrices + buffers <= most_bytes_beside_streams);
  return {.as_matrices = worthwhile, .bytes = worthwhile ? matrices + buffers : 0};
}

std::unique_ptr<HingeHessians> make_hinge_hessians(const HingeProblems& problems) {
  if (HessianChoice::of(problems.size(), problems.dim(), problems.count(), problems.rows().in_memory())
          .as_matrices)
    return std::make_unique<HessianMatrices>(problems);
  return std::make_unique<HessianProducts>(problems);
}

}  // namespace sketchbench
