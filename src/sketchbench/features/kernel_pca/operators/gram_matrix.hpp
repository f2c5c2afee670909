#pragma once
#include <vector>

#include <sketchbench/kernels/kernel.hpp>
#include <sketchbench/numerics/eigensolvers/symmetric_operator.hpp>

namespace sketchbench {

/// The Gram matrix kappa(x_i, x_j) in single precision, its lower triangle alone: square tiles, each of which
/// a product reads once and uses for (i, j) and (j, i). Tiles on the diagonal are whole, so that it takes
/// 4 (m^2 / 2 + 128 m) bytes.
class GramMatrix final : public SymmetricOperator {
 public:
  /// Of any family. Throws InputError with the numbers where there are no rows, where the matrix does not fit
  /// in memory, and for values that are beyond single precision. `threads` changes no value.
  GramMatrix(const Kernel& kernel, const Rows& x, int threads);

  void multiply(const Eigen::MatrixXf& x, Eigen::MatrixXf& y, int threads) const override;
  std::size_t memory_bytes() const override;

  float entry(Index i, Index j) const;
  /// Bytes for m rows of d columns, with what making it takes beside.
  static double memory(const Kernel& kernel, Index d, Index m);

 private:
  /// Column block J has the rows from its own first to the last, so that its tiles stand one after the other.
  std::vector<Eigen::VectorXf> blocks_;
};

}  // namespace sketchbench
