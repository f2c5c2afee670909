#include <sketchbench/features/embedding/tefm.hpp>

#include <algorithm>
#include <cmath>

#include <sketchbench/features/embedding/embedding_kind.hpp>
#include <sketchbench/features/embedding/row_space.hpp>
#include <sketchbench/features/fourier/fourier_kind.hpp>
#include <sketchbench/numerics/decompositions.hpp>
#include <sketchbench/numerics/transforms/subsampled_hadamard.hpp>

namespace sketchbench {
namespace {

constexpr const char* gaussian_name = "tefm_g";
constexpr const char* hadamard_name = "tefm_s";

struct GaussianParameters : EmbeddingParameters {
  int q = 1;

  static const Fields<GaussianParameters>& fields() {
    static const Fields<GaussianParameters> all([] {
      auto fields = common_fields<GaussianParameters>();
      fields.emplace_back(FieldInfo{.name = "q",
                                    .meaning = "powers of F^T F that the projection is multiplied with",
                                    .low = 0,
                                    .high = 10},
                          &GaussianParameters::q);
      return fields;
    }());
    return all;
  }
};

int power_of(const MapRequest& request) { return parameters_of<GaussianParameters>(request).q; }

/// The bytes of Y and of Q, which are both there after the reflections; d x l.
double directions_memory(const MapRequest& request) {
  return 2.0 * sizeof(double) * static_cast<double>(fourier_features(request)) *
         static_cast<double>(request.D);
}

/// A row's share of the reflections: O(d l^2) for all rows.
double reflection_share(const MapRequest& request) {
  const auto d = static_cast<double>(fourier_features(request)), l = static_cast<double>(request.D);
  return d * l * l / static_cast<double>(std::max(request.n_train, request.D));
}

/// What a row takes when it is mapped, and in so many passes of making the map, as if every row were for
/// training.
double seconds_with_passes(const MapRequest& request, double nonzeros, double fourier_passes,
                           double product_passes) {
  // Seconds of an operation in double precision: a server processor of 2021.
  constexpr double seconds_of_reflection = 0.3e-9;
  const Index d = fourier_features(request);
  return FrequencyMap::draw_share(request, d, fourier_form(request)) +
         ProjectedFeatures::seconds_of_row(nonzeros, d, request.D, fourier_form(request)) +
         fourier_passes * FrequencyMap::seconds_of_row(nonzeros, d, fourier_form(request)) +
         product_passes * projection_seconds(d, request.D) +
         seconds_of_reflection * reflection_share(request);
}

FeatureMapKind tefm_kind() {
  FeatureMapKind kind = embedding_kind();
  kind.claim_letters = "m Fourier features of n rows";
  // The paper's Table 1: a test row's Fourier features are multiplied with Q w, so that Q is needed once.
  kind.claim_of_prediction = "t (d + 1) m + D m";
  kind.claimed_operations_of_prediction = [](const MapRequest& request, double rows) {
    const auto d = static_cast<double>(fourier_features(request));
    return rows * (fourier_operations(request) + d) + d * static_cast<double>(request.D);
  };
  kind.citation =
      "Chen, X., Yang, H., King, I. and Lyu, M. R. (2015). Training-efficient feature map for "
      "shift-invariant kernels. IJCAI.";
  return kind;
}

}  // namespace

Eigen::MatrixXd tefm_gaussian_directions(const FrequencyMap& fourier, const Rows& train, Index l, int q,
                                         Seed seed) {
  Eigen::MatrixXd basis = orthonormal_basis(
      gaussian_projection(fourier, train, l, seed, std::string(gaussian_name) + ".projection"));
  for (int power = 0; power < q; ++power)
    basis = orthonormal_basis(multiply_by_covariance(fourier, train, basis));
  return basis;
}

Eigen::MatrixXd tefm_hadamard_directions(const FrequencyMap& fourier, const Rows& train, Index l, Seed seed) {
  return orthonormal_basis(
      hadamard_projection(fourier, train, l, seed, std::string(hadamard_name) + ".projection"));
}

FeatureMapKind tefm_gaussian_kind() {
  FeatureMapKind kind = tefm_kind();
  kind.name = gaussian_name;
  kind.summary =
      "TEFM-G: Random Kitchen Sinks in directions found with a Gaussian projection of training rows";
  kind.title = "Training-efficient feature map, Gaussian";
  kind.brief = "TEFM-G";
  kind.formula = "z(x) = Q^T z'(x): d Fourier features z', and Q an orthonormal basis of Z'^T G, G Gaussian";
  kind.python.name = "TefmGaussian";
  kind.claim = "d m + D m + D^2 m / n";
  kind.remark =
      "Training-efficient feature maps: D directions of 4 D Fourier features, unless the configuration says "
      "otherwise; time includes finding them. The Gaussian form multiplies once with the features' "
      "covariance (q = 1) unless it says otherwise: the authors name q = 0, 1 and 2, and not which of them "
      "they took.";
  set_parameters<GaussianParameters>(kind);
  kind.make = [](const MapRequest& request, const Rows& train) -> std::unique_ptr<FeatureMap> {
    require_training_rows(request);
    FrequencyMap fourier = fourier_of(request);
    const Eigen::MatrixXd Q =
        tefm_gaussian_directions(fourier, train, request.D, power_of(request), request.seed);
    return std::make_unique<ProjectedFeatures>(std::move(fourier), Q);
  };
  kind.memory = [](const MapRequest& request) {
    // A power has the basis before it beside its own Y and Q, in single precision.
    return embedding_memory(request) + 2 * directions_memory(request);
  };
  kind.claimed_operations = [](const MapRequest& request) {
    return fourier_operations(request) +
           static_cast<double>(fourier_features(request)) * static_cast<double>(request.D) +
           reflection_share(request);
  };
  kind.seconds_of_row = [](const MapRequest& request, double nonzeros) {
    const int q = power_of(request);
    return seconds_with_passes(request, nonzeros, q + 1, 2 * q + 1) + 20e-9 * static_cast<double>(request.D);
  };
  return kind;
}

FeatureMapKind tefm_hadamard_kind() {
  FeatureMapKind kind = tefm_kind();
  kind.name = hadamard_name;
  kind.summary =
      "TEFM-S: Random Kitchen Sinks in directions found with a Hadamard projection of training rows";
  kind.title = "Training-efficient feature map, Hadamard";
  kind.brief = "TEFM-S";
  kind.formula =
      "z(x) = Q^T z'(x): d Fourier features z', and Q an orthonormal basis of Z'^T S, S a subsampled "
      "randomised Hadamard transform";
  kind.python.name = "TefmHadamard";
  kind.claim = "d m + m log D + D^2 m / n";
  kind.remark =
      "Training-efficient feature map, Hadamard: the authors' count of operations leaves out the product of "
      "a row's Fourier features with the directions, D m, which makes the features of either form.";
  kind.make = [](const MapRequest& request, const Rows& train) -> std::unique_ptr<FeatureMap> {
    require_training_rows(request);
    FrequencyMap fourier = fourier_of(request);
    const Eigen::MatrixXd Q = tefm_hadamard_directions(fourier, train, request.D, request.seed);
    return std::make_unique<ProjectedFeatures>(std::move(fourier), Q);
  };
  kind.memory = [](const MapRequest& request) {
    const double transform = SubsampledHadamard::memory(std::max(request.n_train, request.D), request.D) +
                             sizeof(float) * static_cast<double>(request.D);
    return embedding_memory(request) + directions_memory(request) + transform;
  };
  kind.claimed_operations = [](const MapRequest& request) {
    return fourier_operations(request) +
           static_cast<double>(fourier_features(request)) *
               std::log2(std::max(2.0, static_cast<double>(request.D))) +
           reflection_share(request);
  };
  kind.seconds_of_row = [](const MapRequest& request, double nonzeros) {
    return seconds_with_passes(request, nonzeros, 1, 0) +
           1.5e-9 * static_cast<double>(fourier_features(request));
  };
  return kind;
}

}  // namespace sketchbench
