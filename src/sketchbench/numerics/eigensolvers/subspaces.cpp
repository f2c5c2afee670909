#include <sketchbench/numerics/eigensolvers/subspaces.hpp>

#include <fmt/format.h>

#include <sketchbench/core/error.hpp>
#include <sketchbench/numerics/decompositions.hpp>

namespace sketchbench {

using Eigen::MatrixXd;
using Eigen::VectorXd;

VectorXd principal_sines(const MatrixXd& a, const MatrixXd& b) {
  if (a.rows() != b.rows() || a.cols() != b.cols() || a.cols() < 1)
    throw InputError(fmt::format("principal angles of bases of {} x {} and {} x {}: expected the same shape",
                                 a.rows(), a.cols(), b.rows(), b.cols()));
  const MatrixXd outside = b - a * (a.transpose() * b);
  return singular_values(outside).cwiseMin(1.0);
}

double subspace_distance(const MatrixXd& a, const MatrixXd& b) { return principal_sines(a, b)(0); }

double captured_share(const SymmetricOperator& a, const MatrixXd& basis, const VectorXd& largest_eigenvalues,
                      int threads) {
  if (basis.rows() != a.size() || basis.cols() != largest_eigenvalues.size())
    throw InputError(fmt::format(
        "{} eigenvalues and a basis of {} x {}: expected {} rows and as many columns as eigenvalues",
        largest_eigenvalues.size(), basis.rows(), basis.cols(), a.size()));
  const double most = largest_eigenvalues.sum();
  if (!(most > 0))
    throw InputError(fmt::format("the sum of the largest eigenvalues is {}, expected more than 0", most));
  return multiplied(a, basis, threads).cwiseProduct(basis).sum() / most;
}

std::vector<std::pair<Index, Index>> coinciding_eigenvalues(const VectorXd& values, double relative_gap) {
  std::vector<std::pair<Index, Index>> groups;
  if (values.size() == 0) return groups;
  const double gap = relative_gap * values.cwiseAbs().maxCoeff();
  Index first = 0;
  for (Index i = 1; i <= values.size(); ++i) {
    if (i < values.size() && values(i - 1) - values(i) <= gap) continue;
    if (i - first > 1) groups.emplace_back(first, i - 1);
    first = i;
  }
  return groups;
}

}  // namespace sketchbench
