#pragma once
#include <sketchbench/features/kernel_pca/operators/sparse_triangle.hpp>
#include <sketchbench/numerics/eigensolvers/symmetric_operator.hpp>

namespace sketchbench {

/// The sparsified Gram matrix (Achlioptas, McSherry & Schölkopf 2001, section 3): an entry K_ij, i >= j, is
/// kept with probability 1 / s and is then s K_ij, also at (j, i); otherwise it is 0. The mean is K_ij, the
/// variance (s - 1) K_ij^2. What is not kept is not computed (but where s is at most 8), and an entry takes 6
/// bytes.
class SparsifiedGram final : public SymmetricOperator {
 public:
  /// For a kernel of any family. What row i keeps depends on (seed, i) alone; s = 1 keeps all. Throws
  /// InputError where there are no rows, where s < 1, and as GramMatrix does.
  SparsifiedGram(const Kernel& kernel, const Rows& x, double s, Seed seed, int threads);

  void multiply(const Eigen::MatrixXf& x, Eigen::MatrixXf& y, int threads) const override {
    entries_.multiply(x, y, 1, threads);
  }
  std::size_t memory_bytes() const override { return entries_.memory_bytes(); }

  /// Of the m (m + 1) / 2 entries.
  Index kept() const { return entries_.kept(); }
  /// s K_ij, or 0; not fast.
  float entry(Index i, Index j) const { return entries_.entry(i, j); }
  /// Bytes for m rows, in the mean.
  static double memory(Index m, double s) {
    return SparseTriangle::memory(m, s, SparseTriangle::Entries::values);
  }

 private:
  SparseTriangle entries_;
};

}  // namespace sketchbench
