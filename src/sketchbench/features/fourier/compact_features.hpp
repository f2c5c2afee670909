#pragma once
#include <sketchbench/features/fourier/frequency_map.hpp>
#include <sketchbench/numerics/transforms/subsampled_hadamard.hpp>

namespace sketchbench {

/// Compact feature maps (CRAFTMaps, Hamid et al. 2014) of a shift-invariant kernel, as Chen et al. 2015
/// compare with them: E > D Random Kitchen Sinks features, projected down to D values by a subsampled
/// randomised Hadamard transform. Unbiased; to the variance of E features comes that of the projection
/// (compact_variance()). The original is for polynomial kernels.
class CompactFeatures final : public FeatureMap {
 public:
  CompactFeatures(Index d_in, const Kernel& kernel, Index E, Index D, Seed seed);

  void transform(const Rows& x, MatrixRef z, int threads = 1) const override;
  std::size_t memory_bytes() const override { return up_.memory_bytes() + down_.memory_bytes(); }

 private:
  FrequencyMap up_;
  SubsampledHadamard down_;
};

/// The exact variance of <P f, P g> for the E features f and g of x and y, of which a Hadamard transform of p
/// rows is made and D of them taken: that of <f, g> (fourier_variance()), and the mean over frequencies of
///     (p - D) / (D (p - 1)) (|f|^2 |g|^2 + <f, g>^2 - 2 sum over i of f_i^2 g_i^2).
/// With k2 = kappa(2x, 2y), k2' = kappa(2x, -2y), h = floor(E / 2) pairs and r = E - 2 h lone features:
///     E |f|^2 |g|^2 = 1 + r k2 / (2 E^2),   E <f, g>^2 = kappa^2 + Var <f, g>,
///     E sum f_i^2 g_i^2 = (h (2 + k2 + k2') + r (1 + k2 / 2)) / E^2,
/// from cos^2 a = (1 + cos 2a) / 2. Empty for a kernel that the pair's moments do not tell.
PairVariance compact_variance(const Kernel& kernel, Index E, Index D);

FeatureMapKind compact_features_kind();

}  // namespace sketchbench
