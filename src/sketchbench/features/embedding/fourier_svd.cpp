#include <sketchbench/features/embedding/fourier_svd.hpp>

#include <algorithm>

#include <sketchbench/features/embedding/embedding_kind.hpp>
#include <sketchbench/features/embedding/projected_features.hpp>
#include <sketchbench/features/embedding/row_space.hpp>
#include <sketchbench/features/fourier/fourier_kind.hpp>

namespace sketchbench {

FeatureMapKind fourier_svd_kind() {
  FeatureMapKind kind = embedding_kind();
  kind.name = "fourier_svd";
  kind.family = MapFamily::fourier;  // its title says so, and figures show it beside TEFM
  kind.summary = "Random Kitchen Sinks in the leading right singular vectors of the training rows' features";
  kind.title = "Random Kitchen Sinks, singular vectors";
  kind.brief = "RKS SVD";
  kind.formula = "z(x) = V^T z'(x): d Fourier features z', and V their leading right singular vectors";
  kind.python.name = "FourierSVD";
  kind.citation =
      "Lopez-Paz, D., Sra, S., Smola, A. J., Ghahramani, Z. and Schölkopf, B. (2014). Randomized nonlinear "
      "component analysis. ICML.";
  kind.remark =
      "Random Kitchen Sinks, singular vectors: the D leading right singular vectors of 4 D Fourier features, "
      "unless the configuration says otherwise; the features are not centred.";
  kind.make = [](const MapRequest& request, const Rows& train) -> std::unique_ptr<FeatureMap> {
    require_training_rows(request);
    FrequencyMap fourier = fourier_of(request);
    const Eigen::MatrixXd Q = leading_eigenvectors(covariance(fourier, train), request.D);
    return std::make_unique<ProjectedFeatures>(std::move(fourier), Q);
  };
  kind.memory = [](const MapRequest& request) {
    // F^T F and its eigenvectors; a block's panels and products are as wide as d.
    const auto d = static_cast<double>(fourier_features(request));
    return embedding_memory(request) + pass_memory(1, fourier_features(request)) +
           sizeof(double) * d * (2 * d + 8 + static_cast<double>(request.D));
  };
  kind.seconds_of_row = [](const MapRequest& request, double nonzeros) {
    // Seconds of an operation of the solver, d^3 of them: a server processor of 2021.
    constexpr double seconds_of_solver = 1e-9;
    const Index m = fourier_features(request);
    const auto d = static_cast<double>(m);
    return FrequencyMap::draw_share(request, m, fourier_form(request)) +
           ProjectedFeatures::seconds_of_row(nonzeros, m, request.D, fourier_form(request)) +
           FrequencyMap::seconds_of_row(nonzeros, m, fourier_form(request)) + projection_seconds(m, m) / 2 +
           seconds_of_solver * d * d * d / static_cast<double>(std::max(request.n_train, request.D));
  };
  return kind;
}

}  // namespace sketchbench
