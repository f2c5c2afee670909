#pragma once
#include <Eigen/Core>
#include <memory>

#include <sketchbench/features/feature_map.hpp>
#include <sketchbench/numerics/panel_matrix.hpp>

namespace sketchbench {

/// Directions of the space of a map's features, and what a record says of how they were found.
struct FeatureDirections {
  Eigen::MatrixXd directions;  ///< d x l; columns are of length 1 and orthogonal, or 0
  Eigen::VectorXd offsets;     ///< l: what is subtracted from each product; none for 0
  Json facts;
};

/// g(x) = Q^T f(x) - o: the features of another map, d of them, in l directions that were found for training
/// rows. O(d l) a row beside the other map. Q is rounded to single precision, in which products are.
class PrincipalFeatures final : public FeatureMap {
 public:
  PrincipalFeatures(std::unique_ptr<FeatureMap> features, const FeatureDirections& found);
  /// From the parts of one: "directions", d x l, feature by feature, and "offsets"; the other map's are its
  /// own to take.
  PrincipalFeatures(std::unique_ptr<FeatureMap> features, Index l, const MapPartsReader& parts);

  void transform(const Rows& x, MatrixRef z, int threads = 1) const override;
  std::size_t memory_bytes() const override;
  Json facts() const override { return facts_; }
  std::optional<MapParts> parts() const override;

  const FeatureMap& features() const { return *features_; }
  /// Q, direction by direction.
  const PanelMatrix<float>& directions() const { return directions_; }

  /// Beside the other map.
  static double memory(Index d, Index l);
  static double workspace(Index d, Index l);

 private:
  std::unique_ptr<FeatureMap> features_;
  PanelMatrix<float> directions_;
  std::vector<float> offsets_;
  Json facts_;
};

}  // namespace sketchbench
