#include <sketchbench/features/kernel_pca/principal_features.hpp>

#include <algorithm>

#include <sketchbench/features/buffered_blocks.hpp>
#include <sketchbench/features/embedding/projected_features.hpp>

namespace sketchbench {

PrincipalFeatures::PrincipalFeatures(std::unique_ptr<FeatureMap> features, const FeatureDirections& found)
    : FeatureMap(features->d_in(), found.directions.cols()),
      features_(std::move(features)),
      directions_(panels_of(found.directions)),
      offsets_(static_cast<std::size_t>(found.directions.cols())),
      facts_(found.facts) {
  for (Index j = 0; j < found.offsets.size(); ++j)
    offsets_[static_cast<std::size_t>(j)] = static_cast<float>(found.offsets(j));
}

PrincipalFeatures::PrincipalFeatures(std::unique_ptr<FeatureMap> features, Index l,
                                     const MapPartsReader& parts)
    : FeatureMap(features->d_in(), l),
      features_(std::move(features)),
      directions_(features_->d_out(), l, parts.single("directions", features_->d_out() * l)),
      offsets_(parts.single("offsets", l)) {}

std::optional<MapParts> PrincipalFeatures::parts() const {
  MapParts parts = features_->parts().value_or(MapParts{});
  parts.single["directions"] = directions_.values();
  parts.single["offsets"] = offsets_;
  return parts;
}

std::size_t PrincipalFeatures::memory_bytes() const {
  return features_->memory_bytes() + directions_.memory_bytes() + offsets_.size() * sizeof(float);
}

double PrincipalFeatures::memory(Index d, Index l) {
  return PanelMatrix<float>::memory(d, l) + sizeof(float) * static_cast<double>(l);
}

double PrincipalFeatures::workspace(Index d, Index l) {
  return buffers_memory<float>({d, PanelMatrix<float>::padded(l)});
}

void PrincipalFeatures::transform(const Rows& x, MatrixRef z, int threads) const {
  check_shapes(x, z);
  const Index d = features_->d_out(), l = d_out(), stride = PanelMatrix<float>::padded(l);
  const auto project = [&](const Rows& rows, const MatrixRef& out, float* features, float* products) {
    features_->transform(rows, MatrixRef(features, rows.size(), d, d));
    directions_.multiply(features, d, rows.size(), 0, l, products, stride);
    for (Index i = 0; i < rows.size(); ++i)
      std::transform(products + i * stride, products + i * stride + l, offsets_.begin(), out.row(i),
                     [](float product, float offset) { return product - offset; });
  };
  for_buffered_blocks<float>(x, z, threads, {d, stride}, project);
}

}  // namespace sketchbench
