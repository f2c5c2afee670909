#include <sketchbench/numerics/eigensolvers/lanczos.hpp>

#include <Spectra/SymEigsSolver.h>
#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include <sketchbench/core/random.hpp>
#include <sketchbench/core/row_checks.hpp>
#include <sketchbench/numerics/decompositions.hpp>
#include <sketchbench/numerics/eigensolvers/rayleigh_ritz.hpp>
#include <sketchbench/numerics/eigensolvers/tall_matrices.hpp>
#include <sketchbench/numerics/spectral_norm.hpp>

namespace sketchbench {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

// Eigenvalues of A / |A| are in [-1, 1], and with an estimate of the norm not far beyond.
constexpr double shift = 2;
constexpr double norm_tolerance = 0.1;
constexpr int most_norm_products = 20;

/// What Spectra multiplies by: A / scale + 2 I for vectors orthogonal to those found, and 0 for these.
class ShiftedOperator {
 public:
  using Scalar = double;

  ShiftedOperator(const SymmetricOperator& a, double scale, const MatrixXd& found, int threads)
      : a_(a), scale_(scale), found_(found), threads_(threads) {}

  Eigen::Index rows() const { return a_.size(); }
  Eigen::Index cols() const { return a_.size(); }

  void perform_op(const double* in, double* out) const {
    const VectorXd x = outside(Eigen::Map<const VectorXd>(in, rows()));
    Eigen::Map<VectorXd>(out, rows()) = outside(multiplied(a_, x, threads_).col(0) / scale_ + shift * x);
    ++products_;
  }

  /// The part of x that is orthogonal to what was found.
  VectorXd outside(VectorXd x) const {
    if (found_.cols() > 0) x -= found_ * (found_.transpose() * x);
    return x;
  }
  /// Dimensions of those parts.
  Index dimensions() const { return a_.size() - found_.cols(); }
  double unshifted(double value) const { return (value - shift) * scale_; }
  Index products() const { return products_; }

 private:
  const SymmetricOperator& a_;
  double scale_;
  const MatrixXd& found_;
  int threads_;
  mutable Index products_ = 0;
};

/// Spectra's public functions give the pairs that have converged; the others are in its factorisation.
class RestartedLanczos final : public Spectra::SymEigsSolver<ShiftedOperator> {
 public:
  using Spectra::SymEigsSolver<ShiftedOperator>::SymEigsSolver;

  const MatrixXd& basis() const { return m_fac.matrix_V(); }
  const MatrixXd& projected() const { return m_fac.matrix_H(); }
};

/// The largest eigenvalues of A outside of what was found before.
struct Leading {
  VectorXd values;   ///< largest first
  MatrixXd vectors;  ///< orthonormal
  double next;       ///< Ritz value behind them
  bool converged;
};

/// A search for the l largest: the state that its runs share.
class Search {
 public:
  Search(const SymmetricOperator& a, Seed seed, const StoppingRule& rule, int threads)
      : a_(a), seed_(seed), rule_(rule), threads_(threads) {
    LanczosNorm norm(a.size(), norm_tolerance, seed, most_norm_products);
    while (const VectorXd* v = norm.next()) norm.give(multiplied(a, *v, threads).col(0));
    products_ = norm.result().products;
    norm_ = norm.result().value;
  }

  /// Of the space orthogonal to `found`, of m x k; the `count` largest, count < m - k.
  Leading run(const MatrixXd& found, Index count) {
    ShiftedOperator op(a_, norm_, found, threads_);
    RestartedLanczos solver(op, count, std::min(krylov_dimensions(count), op.dimensions()));
    const VectorXd start =
        op.outside(normal_rows(a_.size(), 1, seed_, fmt::format("lanczos.start.{}", runs_++)).col(0));
    solver.init(start.data());
    const int most_restarts = std::max(rule_.most_iterations - iterations_, 1);
    // Shifted eigenvalues are at most 3, or a little more. Half of the rule is left to what A v has in the
    // vectors of an earlier run that it takes the place of, which is no more than their residuals.
    solver.compute(Spectra::SortRule::LargestAlge, most_restarts, rule_.tolerance / (2 * (shift + 2)));
    products_ += op.products();
    iterations_ += static_cast<int>(solver.num_iterations());
    return leading(solver, op, count);
  }

  bool may_go_on() const { return iterations_ < rule_.most_iterations; }
  double norm() const { return norm_; }
  int iterations() const { return iterations_; }
  Index products() const { return products_; }

 private:
  Leading leading(const RestartedLanczos& solver, const ShiftedOperator& op, Index count) const {
    if (!solver.projected().allFinite() || !solver.basis().allFinite())
      fail_not_finite("a value of the matrix whose eigenvectors are wanted");
    const VectorXd diagonal = solver.projected().diagonal(), below = solver.projected().diagonal<-1>();
    Eigen::SelfAdjointEigenSolver<MatrixXd> ritz;
    ritz.computeFromTridiagonal(diagonal, below, Eigen::ComputeEigenvectors);
    if (ritz.info() != Eigen::Success) fail_not_finite("a value of the matrix whose eigenvectors are wanted");
    const MatrixXd rotation = ritz.eigenvectors().rightCols(count).rowwise().reverse();
    const VectorXd values = ritz.eigenvalues().reverse();
    Leading result{.values = values.head(count),
                   .vectors = combined_columns(solver.basis(), rotation, threads_),
                   .next = op.unshifted(values(count)),
                   .converged = solver.info() == Spectra::CompInfo::Successful};
    for (double& value : result.values) value = op.unshifted(value);
    return result;
  }

  const SymmetricOperator& a_;
  Seed seed_;
  StoppingRule rule_;
  int threads_;
  double norm_ = 0;
  int runs_ = 0;
  int iterations_ = 0;
  Index products_ = 0;
};

/// As many of both as `found` has, the largest, and the one behind them in `next`.
void keep_largest(Leading& found, const Leading& more) {
  const Index l = found.values.size(), all = l + more.values.size();
  VectorXd values(all);
  MatrixXd vectors(found.vectors.rows(), all);
  values << found.values, more.values;
  vectors << found.vectors, more.vectors;
  std::vector<Index> order(static_cast<std::size_t>(all));
  std::iota(order.begin(), order.end(), Index{0});
  std::ranges::stable_sort(order, [&](Index i, Index j) { return values(i) > values(j); });
  for (Index j = 0; j < l; ++j) {
    found.values(j) = values(order[static_cast<std::size_t>(j)]);
    found.vectors.col(j) = vectors.col(order[static_cast<std::size_t>(j)]);
  }
  found.next = values(order[static_cast<std::size_t>(l)]);
}

/// Runs outside of what is found, until there is nothing above the last wanted eigenvalue. Each asks for
/// twice as many as the one before, since an eigenvalue that was missed once may have many copies.
void find_missed(Leading& found, Search& search, double tolerance) {
  const Index l = found.values.size();
  for (Index asked = 1; found.converged; asked = std::min(2 * asked, l)) {
    const Leading rest = search.run(found.vectors, asked);
    if (rest.values(0) <= found.values(l - 1) + tolerance * search.norm()) {
      found.next = rest.values(0);
      found.converged = rest.converged;
      return;
    }
    keep_largest(found, rest);
    found.converged = rest.converged && search.may_go_on();
  }
}

/// The leading pairs of a basis that leaves nothing to look for.
Eigenpairs pairs_of(const SymmetricOperator& a, const MatrixXd& basis, Index l, double tolerance,
                    int threads) {
  Eigenpairs result = leading_pairs(rayleigh_ritz(a, basis, threads), l, 0);
  result.iterations = 1;
  result.products = basis.cols();
  result.converged = result.residual <= tolerance;
  return result;
}

}  // namespace

Index krylov_dimensions(Index count) { return std::max<Index>(2 * count + 1, 20); }

bool is_decomposed_whole(Index m, Index l) { return 2 * m <= 3 * krylov_dimensions(l); }

Eigenpairs lanczos(const SymmetricOperator& a, Index l, Seed seed, const StoppingRule& rule, int threads) {
  const Index m = a.size();
  require_components(l, m);
  if (is_decomposed_whole(m, l)) return pairs_of(a, MatrixXd::Identity(m, m), l, rule.tolerance, threads);
  Search search(a, seed, rule, threads);
  if (search.norm() == 0) {  // any vectors are eigenvectors
    const MatrixXd basis = orthonormal_columns(normal_rows(m, l + 1, seed, "lanczos.start"), threads);
    Eigenpairs result = pairs_of(a, basis, l, rule.tolerance, threads);
    result.products += search.products();
    return result;
  }
  Leading found = search.run(MatrixXd(m, 0), l);
  find_missed(found, search, rule.tolerance);
  const MatrixXd basis = orthonormal_columns(found.vectors, threads);
  Eigenpairs result = leading_pairs(rayleigh_ritz(a, basis, threads), l, search.norm());
  result.next = found.next;
  result.iterations = search.iterations();
  result.products = search.products() + l;
  result.converged = found.converged && result.residual <= rule.tolerance;
  return result;
}

}  // namespace sketchbench
