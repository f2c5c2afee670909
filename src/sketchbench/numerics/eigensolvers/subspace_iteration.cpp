#include <sketchbench/numerics/eigensolvers/subspace_iteration.hpp>

#include <algorithm>

#include <sketchbench/numerics/eigensolvers/tall_matrices.hpp>

namespace sketchbench {

SubspaceIteration::SubspaceIteration(const SymmetricOperator& a, Index l, Index guards, Seed seed,
                                     std::string_view purpose, int threads)
    : a_(a), l_(l), threads_(threads) {
  require_components(l, a.size());
  const Index k = std::min(l + guards, a.size());
  basis_ = orthonormal_columns(normal_rows(a.size(), k, seed, purpose), threads);
}

void SubspaceIteration::measure() {
  ritz_ = rayleigh_ritz(a_, basis_, threads_);
  lowest_ = std::min(lowest_, ritz_.values.minCoeff());
  largest_ = std::max(largest_, ritz_.values.cwiseAbs().maxCoeff());
  const Index products = pairs_.products + basis_.cols();
  pairs_ = leading_pairs(ritz_, l_, largest_);
  pairs_.products = products;
  pairs_.iterations = ++passes_;
}

void SubspaceIteration::advance() {
  const double guard = ritz_.values(std::min(l_, ritz_.values.size() - 1));
  shift_ = std::max(0.0, -(lowest_ + guard) / 2);
  ritz_.images += shift_ * ritz_.vectors;
  basis_ = orthonormal_columns(ritz_.images, threads_);
}

bool SubspaceIteration::converged(double tolerance) const {
  // |lambda + sigma| of the lowest is not above that of the last wanted one.
  const double margin = pairs_.values(l_ - 1) + shift_ + (lowest_ + shift_);
  const bool led = has_all_dimensions() || margin >= -tolerance * largest_;
  return led && pairs_.residual <= tolerance;
}

}  // namespace sketchbench
