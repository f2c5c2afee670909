#pragma once
#include <sketchbench/features/feature_map.hpp>
#include <sketchbench/features/nystrom/landmark_kernel.hpp>

namespace sketchbench {

/// Nystrom features (Williams & Seeger 2001) of a kernel of any family: z(x) = K_LL^(-1/2) k(L, x) for D
/// landmark rows L, so that <z(x), z(y)> = k(x, L) K_LL^+ k(L, y). It is exact where x or y is a landmark,
/// and for all rows whose feature vectors are spanned by those of the landmarks. O(d D + D^2) a row.
///
/// K_LL^(-1/2) is the symmetric root, from eigenvalues in double precision. Those below 1e-12 of the largest
/// are taken for 0 and so are their inverses, which is the only regularisation: landmarks may repeat or
/// depend on each other. Kernel values and their products with the root are in double precision, the
/// features are rounded to single precision at the end.
class NystromMap final : public FeatureMap {
 public:
  /// Landmarks of any origin; their number is D. Throws InputError where kernel values of theirs are beyond
  /// double precision, or the roots of those with themselves beyond single precision, in which features are.
  NystromMap(const Kernel& kernel, const Rows& landmarks);
  /// From the parts of one: D landmarks, "rows", and "root", D x D, row by row. InputError for other parts.
  static std::unique_ptr<NystromMap> restored(const Kernel& kernel, Index d_in, Index D,
                                              const MapPartsReader& parts);

  void transform(const Rows& x, MatrixRef z, int threads = 1) const override;
  std::size_t memory_bytes() const override { return kernel_.memory_bytes() + root_.memory_bytes(); }

  /// {"rank": below D where landmarks repeat or depend on each other, "cut_off"}.
  Json facts() const override;
  std::optional<MapParts> parts() const override;

  /// Eigenvalues of K_LL that are not cut off; none of a map that was restored.
  std::optional<Index> rank() const { return rank_; }

  /// Also of the making, with D landmarks.
  static double memory(const MapRequest& request, Index D);
  static double workspace(Index D);
  /// About how many seconds a row with so many non-zeros takes on one core.
  static double seconds_of_row(const Kernel& kernel, double nonzeros, Index D);

  /// Eigenvalues below this part of the largest count as 0.
  static constexpr double cut_off = 1e-12;

 private:
  NystromMap(LandmarkKernel kernel, PanelMatrix<double> root);

  LandmarkKernel kernel_;
  PanelMatrix<double> root_;
  std::optional<Index> rank_;
};

}  // namespace sketchbench
