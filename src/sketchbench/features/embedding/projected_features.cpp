#include <sketchbench/features/embedding/projected_features.hpp>

#include <algorithm>
#include <utility>

#include <sketchbench/features/buffered_blocks.hpp>

namespace sketchbench {

PanelMatrix<float> panels_of(const Eigen::MatrixXd& columns) {
  PanelMatrix<float> panels(columns.rows(), columns.cols());
  for (Index j = 0; j < columns.cols(); ++j)
    for (Index k = 0; k < columns.rows(); ++k) panels.at(k, j) = static_cast<float>(columns(k, j));
  return panels;
}

ProjectedFeatures::ProjectedFeatures(FrequencyMap fourier, const Eigen::MatrixXd& Q)
    : FeatureMap(fourier.d_in(), Q.cols()), fourier_(std::move(fourier)), directions_(panels_of(Q)) {}

ProjectedFeatures::ProjectedFeatures(FrequencyMap fourier, Index l, const MapPartsReader& parts)
    : FeatureMap(fourier.d_in(), l),
      fourier_(std::move(fourier)),
      directions_(fourier_.d_out(), l, parts.single("directions", fourier_.d_out() * l)) {}

std::optional<MapParts> ProjectedFeatures::parts() const {
  return MapParts{.single = {{"directions", directions_.values()}}, .real = {}, .rows = std::nullopt};
}

double ProjectedFeatures::memory(Index d_in, Index d, Index l, FourierForm form) {
  return FrequencyMap::memory(d_in, d, form) + PanelMatrix<float>::memory(d, l);
}

double ProjectedFeatures::workspace(Index d, Index l) {
  return FrequencyMap::workspace() + buffers_memory<float>({d, PanelMatrix<float>::padded(l)});
}

double ProjectedFeatures::seconds_of_row(double nonzeros, Index d, Index l, FourierForm form) {
  return FrequencyMap::seconds_of_row(nonzeros, d, form) + projection_seconds(d, l);
}

void ProjectedFeatures::transform(const Rows& x, MatrixRef z, int threads) const {
  check_shapes(x, z);
  const Index d = fourier_.d_out(), l = d_out(), stride = PanelMatrix<float>::padded(l);
  const auto project = [&](const Rows& rows, const MatrixRef& out, float* features, float* products) {
    fourier_.transform(rows, MatrixRef(features, rows.size(), d, d));
    directions_.multiply(features, d, rows.size(), 0, l, products, stride);
    for (Index i = 0; i < rows.size(); ++i) std::copy_n(products + i * stride, l, out.row(i));
  };
  for_buffered_blocks<float>(x, z, threads, {d, stride}, project);
}

}  // namespace sketchbench
