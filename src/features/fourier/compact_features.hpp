#pragma once
#include "features/fourier/frequency_map.hpp"
#include "features/hadamard/subsampled_hadamard.hpp"

namespace sketchbench {

/// Compact feature maps (CRAFTMaps, Hamid et al. 2014) of a shift-invariant kernel, as Chen et al. 2015
/// compare with them: E > D Random Kitchen Sinks features, projected down to D values by a subsampled
/// randomised Hadamard transform. Unbiased; to the variance of E features comes that of the projection. The
/// original is for polynomial kernels.
class CompactFeatures final : public FeatureMap {
 public:
  CompactFeatures(Index d_in, const Kernel& kernel, Index E, Index D, Seed seed);

  void transform(const Rows& x, MatrixRef z, int threads = 1) const override;
  std::size_t memory_bytes() const override { return up_.memory_bytes() + down_.memory_bytes(); }

 private:
  FrequencyMap up_;
  SubsampledHadamard down_;
};

FeatureMapKind compact_features_kind();

}  // namespace sketchbench
