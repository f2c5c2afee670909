#pragma once
#include <Eigen/Core>

#include <sketchbench/features/fourier/frequency_map.hpp>

namespace sketchbench {

/// g(x) = Q^T f(x): Fourier features, d of them, in l orthonormal directions of R^d that were found for
/// training rows. What differs from one such map to the next is how Q is found. Keeps frequencies and Q;
/// O(d l) a row beside the Fourier features.
class ProjectedFeatures final : public FeatureMap {
 public:
  /// Q: d x l, rounded to single precision.
  ProjectedFeatures(FrequencyMap fourier, const Eigen::MatrixXd& Q);
  /// From the parts of one: "directions", d x l, Fourier feature by Fourier feature.
  ProjectedFeatures(FrequencyMap fourier, Index l, const MapPartsReader& parts);

  void transform(const Rows& x, MatrixRef z, int threads = 1) const override;
  std::size_t memory_bytes() const override { return fourier_.memory_bytes() + directions_.memory_bytes(); }
  std::optional<MapParts> parts() const override;

  const FrequencyMap& fourier() const { return fourier_; }
  /// Q, direction by direction.
  const PanelMatrix<float>& directions() const { return directions_; }

  static double memory(Index d_in, Index d, Index l, FourierForm form);
  static double workspace(Index d, Index l);
  /// About how many seconds a row with so many non-zeros takes on one core.
  static double seconds_of_row(double nonzeros, Index d, Index l, FourierForm form);

 private:
  FrequencyMap fourier_;
  PanelMatrix<float> directions_;
};

/// In the layout for products with rows, rounded to single precision.
PanelMatrix<float> panels_of(const Eigen::MatrixXd& columns);

/// Seconds for the products of a row's d features with l directions, with a factor from a server processor
/// of 2021.
inline double projection_seconds(Index d, Index l) {
  return 0.03e-9 * static_cast<double>(d) * static_cast<double>(l);
}

}  // namespace sketchbench
