#include <sketchbench/models/pairwise_coupling.hpp>

#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <algorithm>

namespace sketchbench {

std::size_t pair_number(std::size_t a, std::size_t b, std::size_t classes) {
  return a * (2 * classes - a - 1) / 2 + b - a - 1;
}

std::vector<double> coupled_probabilities(std::span<const double> of_pairs, std::size_t classes) {
  constexpr double least = 1e-7;
  const auto n = static_cast<Eigen::Index>(classes);
  // The sum is 2 p^T Q p, and a multiplier v of the constraint makes Q p = -v e. Q is singular where the
  // pairs agree; with e e^T, which adds the same number to p^T Q p for all p of the sum 1, it is positive
  // definite, and (Q + e e^T) p = (1 - v) e says the same.
  Eigen::MatrixXd Q = Eigen::MatrixXd::Ones(n, n);
  auto pair = of_pairs.begin();
  for (Eigen::Index a = 0; a < n; ++a)
    for (Eigen::Index b = a + 1; b < n; ++b) {
      const double r = std::clamp(*pair++, least, 1 - least), back = 1 - r;  // of a, and of b
      Q(a, a) += back * back;
      Q(b, b) += r * r;
      Q(a, b) -= r * back;
      Q(b, a) = Q(a, b);
    }
  // No p_a of the solution is negative but by rounding.
  const Eigen::VectorXd p = Q.llt().solve(Eigen::VectorXd::Ones(n)).cwiseMax(0.0);
  const double sum = p.sum();
  std::vector<double> probabilities(classes);
  for (Eigen::Index a = 0; a < n; ++a) probabilities[static_cast<std::size_t>(a)] = p[a] / sum;
  return probabilities;
}

}  // namespace sketchbench
