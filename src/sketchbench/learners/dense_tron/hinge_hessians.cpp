#include <sketchbench/learners/dense_tron/hinge_hessians.hpp>

#include <fmt/format.h>

#include <algorithm>

#include <sketchbench/core/error.hpp>
#include <sketchbench/learners/dense_tron/hessian_matrices.hpp>
#include <sketchbench/learners/dense_tron/hessian_products.hpp>
#include <sketchbench/learners/dense_tron/symmetric_matrix.hpp>

namespace sketchbench {
namespace {

// Above this many features a matrix costs more than the products that it saves, even where rows are made
// again in every pass.
constexpr Index most_features_of_a_matrix = 2000;

// Of a matrix that a sparse row is added to, for each of its non-zeros: about a hundred products go through
// the non-zeros in 1 ns each, and half of the matrix's values are changed, of which there are 2e10 a second.
constexpr double values_for_nonzero = 4000;

// What matrices may take beside rows in memory.
constexpr double share_of_rows = 0.05;

// What they may take, with the rows on their way into them, where rows are made again: about 50 problems of
// 2,000 features. A number and no share of the machine's memory, so that a record's numbers, which the choice
// rounds otherwise, do not depend on the machine.
constexpr double most_bytes_beside_streams = 1e9;

/// Let T be C times the rows' squared lengths. Where the objective is no larger than at w = 0, which is C n,
/// gradients are at most 2 sqrt(C n T) + sqrt(2 C n), and curvatures at most 1 + 2 T. Conjugate gradients
/// make no larger numbers of these than a gradient's fourth power.
void require_newton_range(const HingeProblems& problems, Index problem, const Eigen::VectorXd& diagonal) {
  constexpr double largest = 1e75;
  const double C = problems.C(), lengths = (diagonal.sum() - static_cast<double>(diagonal.size())) / 2,
               rows = C * problems.total_weight(problem);
  if (lengths <= largest && rows <= largest) return;
  throw InputError(
      fmt::format("C = {:g} times the rows' squared lengths is {:.3g}, and times their number {:.3g}: "
                  "beyond what dense_tron can compute with, expected at most {:g}: scale the data, or lower "
                  "C",
                  C, lengths, rows, largest));
}

}  // namespace

HessianChoice HessianChoice::of(Index n, Index D, Index problems, bool rows_in_memory,
                                std::optional<double> nonzeros) {
  const double matrices = static_cast<double>(problems) * SymmetricMatrix::memory(D);
  const double row = sizeof(float) * static_cast<double>(D);
  // Rows in memory go into one matrix after the other; a block of rows that were made goes into all of them.
  const double made = static_cast<double>(std::min(n, RowBlocks::most_made_at_once)) * row;
  const double buffers = HessianMatrices::buffer(D) * (rows_in_memory ? 1 : static_cast<double>(problems)) +
                         (rows_in_memory ? 0 : made);
  const bool worthwhile = D <= most_features_of_a_matrix &&
                          (rows_in_memory ? matrices <= share_of_rows * static_cast<double>(n) * row
                                          : matrices + buffers <= most_bytes_beside_streams) &&
                          (!nonzeros || static_cast<double>(D * D) <= values_for_nonzero * *nonzeros);
  return {.as_matrices = worthwhile, .bytes = worthwhile ? matrices + buffers : 0};
}

std::unique_ptr<HingeHessians> hessians_at_zero(const HingeProblems& problems,
                                                const HingeHessians::Selection& selected) {
  const ActiveRows every_row = ActiveRows::Constant(problems.size(), true);
  const ActiveInEach active(selected.size(), &every_row);
  const Rows* const sparse = problems.rows().sparse();
  const auto total = static_cast<double>(problems.total_rows());
  std::optional<double> nonzeros;
  if (sparse != nullptr) nonzeros = problems.ranks().sum_of(static_cast<double>(sparse->stored())) / total;
  const Index ranks = problems.ranks().size(), rows_of_rank = (problems.total_rows() + ranks - 1) / ranks;
  const bool as_matrices =
      HessianChoice::of(rows_of_rank, problems.dim(), problems.count(), problems.rows().in_memory(), nonzeros)
          .as_matrices;
  std::unique_ptr<HingeHessians> hessians;
  if (as_matrices)
    hessians = std::make_unique<HessianMatrices>(problems);
  else
    hessians = std::make_unique<HessianProducts>(problems);
  hessians->follow(selected, active);
  if (!selected.empty())
    require_newton_range(problems, selected.front(), hessians->diagonals({selected.front()}));
  return hessians;
}

}  // namespace sketchbench
