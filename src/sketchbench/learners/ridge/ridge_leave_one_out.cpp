#include <sketchbench/learners/ridge/ridge_leave_one_out.hpp>

#include <limits>

#include <sketchbench/learners/ridge/row_passes.hpp>

namespace sketchbench {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double least_one_minus_leverage = 1e-10;  // 1 - h_i has an absolute error of some 1e-15
constexpr double infinity = std::numeric_limits<double>::infinity();

/// What does not change from block to block.
struct Candidate {
  ShiftedFactor factor;
  VectorXd forward_xy;
};

/// Of a block's rows, in the basis of T.
double squared_errors(const MatrixXd& z, const VectorXd& y, const Candidate& candidate,
                      const Eigen::ArrayXd& share) {
  const auto [squares, products] = candidate.factor.forms(z, candidate.forward_xy);
  const auto one_minus_leverage = 1 - share - squares.array();
  if (!(one_minus_leverage > least_one_minus_leverage).all()) return infinity;
  return ((y - products).array() / one_minus_leverage).square().sum();
}

}  // namespace

std::vector<double> ridge_loo_errors(const RowBlocks& rows, std::span<const float> y,
                                     std::span<const double> weights, const Origin& origin, bool intercept,
                                     const Tridiagonal& t, const VectorXd& xy,
                                     std::span<const double> lambdas, int threads,
                                     const Communicator& ranks) {
  const Index n = rows.size();
  const double total = total_weight(n, weights, ranks);
  const VectorXd turned_xy = t.q.transpose() * xy;
  std::vector<Candidate> candidates;
  for (const double lambda : lambdas) {
    ShiftedFactor factor(t, lambda);
    VectorXd forward_xy = factor.forward(turned_xy);
    candidates.push_back({std::move(factor), std::move(forward_xy)});
  }

  MatrixXd sums(std::ssize(lambdas), (n + rows_per_block - 1) / rows_per_block);
  for_each_block(rows, 0, n, threads, [&](Index begin, const RowBlock& block) {
    const Eigen::ArrayXd roots = root_weights(weights, begin, block.rows());
    MatrixXd centred = block.cast<double>().rowwise() - origin.x.transpose();
    centred.array().colwise() *= roots;
    const MatrixXd z = centred * t.q;
    const VectorXd targets = roots * targets_about(origin, y, begin, block.rows()).array();
    const Eigen::ArrayXd share = (intercept ? 1 / total : 0) * roots.square();
    for (Index k = 0; k < sums.rows(); ++k)
      sums(k, begin / rows_per_block) =
          squared_errors(z, targets, candidates[static_cast<std::size_t>(k)], share);
  });
  VectorXd sum(sums.rows());
  for (Index k = 0; k < sums.rows(); ++k) sum(k) = sums.row(k).sum();
  ranks.sum_in_place(sum);
  std::vector<double> errors;
  for (Index k = 0; k < sums.rows(); ++k)
    errors.push_back(candidates[static_cast<std::size_t>(k)].factor.is_regular() ? sum(k) / total : infinity);
  return errors;
}

}  // namespace sketchbench
