#include "learners/dense_tron/hinge_hessians.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "core/error.hpp"
#include "learners/dense_tron/hessian_matrices.hpp"
#include "learners/dense_tron/hessian_products.hpp"
#include "learners/dense_tron/symmetric_matrix.hpp"

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

// Half of what single precision holds: sums that are a little beyond it for rounding are well below the end.
constexpr double largest_single_sum = std::numeric_limits<float>::max() / 2;

/// Whether 2 C is a number in single precision, with all its digits.
bool is_factor_of_matrices(double twice_c) {
  return twice_c >= double{std::numeric_limits<float>::min()} && twice_c <= largest_single_sum;
}

/// Whether no sum that goes into the matrices can overflow, of whichever rows, given the diagonals of the
/// sums of all rows: a sum of fewer squares is smaller, and by Cauchy and Schwarz a sum of products is no
/// larger than the larger of two sums of squares. False for diagonals that are not finite.
bool are_single_sums(const Eigen::MatrixXd& diagonals) {
  return (diagonals.array() <= largest_single_sum).all();
}

/// Let T be C times the rows' squared lengths. Where the objective is no larger than at w = 0, which is C n,
/// gradients are at most 2 sqrt(C n T) + sqrt(2 C n), and curvatures at most 1 + 2 T. Conjugate gradients
/// make no larger numbers of these than a gradient's fourth power.
void require_newton_range(const HingeProblems& problems, const Eigen::VectorXd& diagonal) {
  constexpr double largest = 1e75;
  const double C = problems.C(), lengths = (diagonal.sum() - static_cast<double>(diagonal.size())) / 2,
               rows = C * static_cast<double>(problems.size());
  if (lengths <= largest && rows <= largest) return;
  throw InputError(
      fmt::format("C = {:g} times the rows' squared lengths is {:.3g}, and times their number {:.3g}: "
                  "beyond what dense_tron can compute with, expected at most {:g}: scale the data, or lower "
                  "C",
                  C, lengths, rows, largest));
}

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

std::unique_ptr<HingeHessians> hessians_at_zero(const HingeProblems& problems,
                                                const HingeHessians::Selection& selected) {
  const ActiveRows every_row = ActiveRows::Constant(problems.size(), true);
  const ActiveInEach active(selected.size(), &every_row);
  const bool as_matrices =
      HessianChoice::of(problems.size(), problems.dim(), problems.count(), problems.rows().in_memory())
          .as_matrices;
  if (as_matrices && is_factor_of_matrices(2 * problems.C())) {
    auto matrices = std::make_unique<HessianMatrices>(problems);
    matrices->follow(selected, active);
    if (are_single_sums(matrices->diagonals(selected))) return matrices;
  }
  auto products = std::make_unique<HessianProducts>(problems);
  products->follow(selected, active);
  if (!selected.empty()) require_newton_range(problems, products->diagonals({selected.front()}));
  return products;
}

}  // namespace sketchbench
