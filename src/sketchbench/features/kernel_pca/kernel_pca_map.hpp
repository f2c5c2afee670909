#pragma once
#include <optional>

#include <sketchbench/features/feature_map.hpp>
#include <sketchbench/features/kernel_pca/model/kernel_expansions.hpp>
#include <sketchbench/features/kernel_pca/model/sign_projection.hpp>

namespace sketchbench {

/// Features that are kernel expansions over training rows: those of kernel PCA (kernel_pca_training.hpp).
/// With a projection, the kernel's values are made of the projected row and the projected training rows. O(m
/// (d + D)) a row, m of the training rows having a coefficient other than 0.
class KernelPcaMap final : public FeatureMap {
 public:
  /// projection: from the rows' columns to those of the expansions'; none where they are the same.
  KernelPcaMap(KernelExpansions expansions, std::optional<SignProjection> projection, Json facts);

  void transform(const Rows& x, MatrixRef z, int threads = 1) const override;
  std::size_t memory_bytes() const override;
  Json facts() const override { return facts_; }
  std::optional<MapParts> parts() const override { return expansions_.parts(); }

  const KernelExpansions& expansions() const { return expansions_; }

  // For d columns and m training rows; projection: its dimensions, 0 for none.
  static double memory(Index d, Index m, Index D, Index projection);
  static double workspace(const Kernel& kernel, Index d, Index D, Index projection);
  static double seconds_of_row(const Kernel& kernel, double nonzeros, Index m, Index D, Index projection);

 private:
  KernelExpansions expansions_;
  std::optional<SignProjection> projection_;
  Json facts_;
};

}  // namespace sketchbench
