#pragma once
#include <sketchbench/numerics/eigensolvers/symmetric_operator.hpp>

namespace sketchbench {

/// (I - 1 1' / m) A (I - 1 1' / m): the Gram matrix of the rows less their mean in the space of features,
/// where A is theirs (Schölkopf, Smola & Müller 1998, appendix A). It keeps nothing of size m x m.
class Centred final : public SymmetricOperator {
 public:
  /// `a` must outlive it; one product with it is made here.
  explicit Centred(const SymmetricOperator& a, int threads);

  void multiply(const Eigen::MatrixXf& x, Eigen::MatrixXf& y, int threads) const override;
  std::size_t memory_bytes() const override;

  /// Of the rows of A: A 1 / m.
  const Eigen::VectorXd& row_means() const { return row_means_; }
  /// Of all entries of A.
  double mean() const { return mean_; }

 private:
  const SymmetricOperator& a_;
  Eigen::VectorXd row_means_;
  double mean_ = 0;
};

}  // namespace sketchbench
