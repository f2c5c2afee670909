#pragma once
#include <optional>

#include "experiments/kernel_error/kernel_pairs.hpp"

namespace sketchbench {

/// The errors of one draw of a map over all pairs that are used.
struct RelativeErrors {
  double mean = 0;         ///< of |<f(x), f(y)> - kappa| / |kappa|, the measure of Figure 1
  double mean_square = 0;  ///< of its square
  /// Mean of (<f(x), f(y)> - kappa)^2 / bound over the pairs whose exact variance exceeds the bound; none
  /// where there is no such pair or no bound.
  std::optional<double> mean_square_beyond_bound;
};

/// Where an exact variance stands against a bound that has been stated for it.
class BoundExcess {
 public:
  BoundExcess(const KernelPairs& pairs, const PairVariance& exact, const PairVariance& bound);

  Index pairs() const { return pairs_; }                   ///< that exceed the bound
  double largest_ratio() const { return largest_ratio_; }  ///< of exact / bound over all pairs
  double mean_ratio() const { return mean_ratio_; }        ///< of exact / bound over the pairs that exceed it

  /// 1 / bound for a pair that exceeds it, else 0.
  double weight(Index i, Index j) const { return weight_(j, i); }

 private:
  Eigen::MatrixXd weight_;
  Index pairs_ = 0;
  double largest_ratio_ = 0, mean_ratio_ = 0;
};

/// z: the mapped rows, in the order of `pairs`. The inner products are made in single precision, a block of
/// rows at a time: their rounding is below a thousandth of a map's own error, and their sums are in double.
RelativeErrors relative_errors(const KernelPairs& pairs, const DenseMatrix& z,
                               const BoundExcess* excess = nullptr);

}  // namespace sketchbench
