#pragma once
#include <sketchbench/features/kernel_pca/operators/sparse_triangle.hpp>
#include <sketchbench/numerics/eigensolvers/symmetric_operator.hpp>

namespace sketchbench {

/// The Gram matrix sparsified and quantised (Achlioptas, McSherry & Schölkopf 2001, section 3): an entry,
/// i >= j, is kept with probability 1 / s and is then +s b or -s b, also at (j, i), with b = max |K_ij| and
/// the sign drawn as for QuantisedGram. The mean is K_ij, the variance s b^2 - K_ij^2. An entry takes 2
/// bytes.
class SampledSigns final : public SymmetricOperator {
 public:
  /// As SparsifiedGram's. Row i has a stream for what it keeps and one for signs.
  SampledSigns(const Kernel& kernel, const Rows& x, double s, Seed seed, int threads);

  void multiply(const Eigen::MatrixXf& x, Eigen::MatrixXf& y, int threads) const override {
    signs_.multiply(x, y, static_cast<float>(value_), threads);
  }
  std::size_t memory_bytes() const override { return signs_.memory_bytes(); }

  /// b.
  double bound() const { return bound_; }
  /// Of the m (m + 1) / 2 entries.
  Index kept() const { return signs_.kept(); }
  /// s b, -s b or 0; not fast.
  float entry(Index i, Index j) const { return static_cast<float>(value_) * signs_.entry(i, j); }
  /// Bytes for m rows, in the mean.
  static double memory(Index m, double s) {
    return SparseTriangle::memory(m, s, SparseTriangle::Entries::signs);
  }

 private:
  double bound_, value_;
  SparseTriangle signs_;
};

}  // namespace sketchbench
