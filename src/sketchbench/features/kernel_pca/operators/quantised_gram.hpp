#pragma once
#include <vector>

#include <sketchbench/features/kernel_pca/operators/sign_tile.hpp>
#include <sketchbench/kernels/kernel.hpp>
#include <sketchbench/numerics/eigensolvers/symmetric_operator.hpp>

namespace sketchbench {

/// The quantised Gram matrix (Achlioptas, McSherry & Schölkopf 2001, section 3): entry (i, j), i >= j, is +b
/// with probability 1/2 + K_ij / (2 b) and -b otherwise, also at (j, i), with b = max |K_ij|. The mean is
/// K_ij, the variance b^2 - K_ij^2. One bit an entry of the triangle; tiles on the diagonal are whole, and so
/// it takes (m^2 / 2 + 128 m) / 8 bytes for m up to the next multiple of 64.
class QuantisedGram final : public SymmetricOperator {
 public:
  /// For a kernel of any family. The signs of row i have a stream of (seed, i, block of 256 columns). Throws
  /// InputError as GramMatrix does.
  QuantisedGram(const Kernel& kernel, const Rows& x, Seed seed, int threads);

  /// Sums are of what is looked up (sign_tile.hpp), up to four vectors at a time.
  void multiply(const Eigen::MatrixXf& x, Eigen::MatrixXf& y, int threads) const override;
  std::size_t memory_bytes() const override;

  /// b: 1 for a shift-invariant kernel, and otherwise max K_ii, which bounds |K_ij| by Cauchy and Schwarz.
  double bound() const { return bound_; }
  /// Of entry (i, j).
  int sign(Index i, Index j) const;
  /// Bytes for m rows.
  static double memory(Index m);
  /// Bytes that its making takes beside, of rows of d columns.
  static double memory_of_making(Index m, Index d, int threads);

 private:
  template <int vectors>
  void multiply_vectors(const Eigen::MatrixXf& x, Index first, Eigen::MatrixXf& y, int threads) const;
  template <int vectors>
  void add_tile(Index i, Index j, const SignSums* sums, float* y, Index y_stride) const;
  const SignWords* tile_at(Index i, Index j) const;

  double bound_;
  /// Column block J has the rows from its own first to the last, tile by tile.
  std::vector<std::vector<SignWords>> blocks_;
};

}  // namespace sketchbench
