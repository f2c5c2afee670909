#include <sketchbench/features/fourier/orthogonal_features.hpp>

#include <Eigen/QR>
#include <algorithm>
#include <cmath>

#include <sketchbench/features/fourier/chi.hpp>
#include <sketchbench/features/fourier/fourier_kind.hpp>

namespace sketchbench {
namespace {

constexpr const char* name = "orf";
constexpr auto form = FourierForm::pairs;

/// `count` <= d orthonormal columns, uniformly distributed: Q of a normal matrix, where R has a positive
/// diagonal (Stewart 1980).
Eigen::MatrixXf orthonormal_columns(Index d, Index count, RandomStream& random) {
  Eigen::MatrixXf normal(d, count);
  for (Index j = 0; j < count; ++j)
    for (Index k = 0; k < d; ++k) normal(k, j) = static_cast<float>(random.normal());
  const Eigen::HouseholderQR<Eigen::Ref<Eigen::MatrixXf>> in_place(normal);
  Eigen::MatrixXf q = in_place.householderQ() * Eigen::MatrixXf::Identity(d, count);
  for (Index j = 0; j < count; ++j)
    if (normal(j, j) < 0) q.col(j) = -q.col(j);
  return q;
}

PanelMatrix<float> orthogonal_frequencies(Index d, double sigma, Index count, Seed seed) {
  PanelMatrix<float> frequencies(d, count);
  for (Index first = 0; first < count; first += d) {
    const auto block = static_cast<std::uint64_t>(first / d);
    RandomStream directions(seed, "orf.direction", block), lengths(seed, "orf.length", block);
    const Eigen::MatrixXf q = orthonormal_columns(d, std::min(d, count - first), directions);
    for (Index j = 0; j < q.cols(); ++j) {
      const double length = draw_chi(d, lengths) / sigma;
      for (Index k = 0; k < d; ++k)
        frequencies.at(k, first + j) = static_cast<float>(length * double{q(k, j)});
    }
  }
  return frequencies;
}

/// The sum over ordered pairs of frequencies of a block of their weights' products.
double weight_within_blocks(Index d, Index D) {
  const Index count = PhaseFeatures::frequencies(D, form), pairs = D / 2;
  const auto of_block = [&](Index begin, Index end) {  // times D^2, exactly
    const auto paired = static_cast<double>(std::clamp<Index>(pairs - begin, 0, end - begin)),
               lone = static_cast<double>(end - begin) - paired, sum = 2 * paired + lone;
    return sum * sum - (4 * paired + lone);
  };
  // All blocks are alike but for the last one, which may end early and have the lone frequency.
  const Index last = (count - 1) / d * d;
  const double all = static_cast<double>(last / d) * of_block(0, std::min(d, last)) + of_block(last, count);
  return all / (static_cast<double>(D) * static_cast<double>(D));
}

}  // namespace

double mean_of_orthogonal_cosines(Index d, double s) {
  if (s > 700) return 0;  // e^-s underflows, and the mean is below 1e-8
  const double half = static_cast<double>(d) / 2;
  double term = std::exp(-s), sum = term;
  // Terms grow while k < s at most, and fall faster than a geometric series beyond 2 s.
  for (double k = 0; k < 2 * s + 60; ++k) {
    term *= (k - half) / (k + half) * s / (k + 1);
    sum += term;
  }
  return sum;
}

double orthogonal_variance(Index d_in, Index D, double s) {
  const double k = std::exp(-s), independent = fourier_variance(D, form, k, std::pow(k, 4));
  const double weight = weight_within_blocks(d_in, D);
  if (weight == 0) return independent;
  return std::max(0.0, independent + weight * (mean_of_orthogonal_cosines(d_in, s) - k * k));
}

FrequencyMap orthogonal_features(Index d_in, double sigma, Index D, Seed seed) {
  return {orthogonal_frequencies(d_in, sigma, PhaseFeatures::frequencies(D, form), seed), D, form, seed,
          name};
}

FeatureMapKind orthogonal_features_kind() {
  FeatureMapKind kind = frequency_map_kind();
  kind.family = MapFamily::structured;
  kind.name = name;
  kind.summary = "Orthogonal random features: frequencies in orthogonal blocks, for the Gaussian kernel";
  kind.title = "Orthogonal random features";
  kind.brief = "ORF";
  kind.formula = std::string(pairs_formula) + ", orthogonal in blocks, with independent lengths";
  kind.python.name = "OrthogonalFeatures";
  kind.citation =
      "Yu, F. X., Suresh, A. T., Choromanski, K., Holtmann-Rice, D. and Kumar, S. (2016). Orthogonal random "
      "features. NIPS.";
  kind.claim = "d D";
  kind.claimed_operations = product_operations;
  kind.supports = is_gaussian;
  kind.make = [](const MapRequest& request, const Rows&) -> std::unique_ptr<FeatureMap> {
    return std::make_unique<FrequencyMap>(
        orthogonal_features(request.d_in, gaussian_sigma(request), request.D, request.seed));
  };
  kind.variance = [](const MapRequest& request) -> PairVariance {
    return [d = request.d_in, D = request.D, sigma = gaussian_sigma(request)](const PairMoments& pair) {
      const double squared = std::max(0.0, pair.norm_x + pair.norm_y - 2 * pair.inner);
      return orthogonal_variance(d, D, squared / (2 * sigma * sigma));
    };
  };
  kind.memory = [](const MapRequest& request) {
    // Beside the table, a block's normal matrix and its Q.
    const Index columns = std::min(request.d_in, PhaseFeatures::frequencies(request.D, form));
    return FrequencyMap::memory(request.d_in, request.D, form) +
           2.0 * sizeof(float) * static_cast<double>(request.d_in) * static_cast<double>(columns);
  };
  kind.seconds_of_row = [](const MapRequest& request, double nonzeros) {
    // Seconds of an operation of the reflections, 2 d m for each frequency of a block of m; not measured:
    // half of what double precision takes in tefm.cpp.
    constexpr double seconds_of_reflection = 0.075e-9;
    const Index count = PhaseFeatures::frequencies(request.D, form), m = std::min(request.d_in, count);
    const double operations =
        2.0 * static_cast<double>(request.d_in) * static_cast<double>(m) * static_cast<double>(count);
    return FrequencyMap::seconds_of_row(nonzeros, request.D, form) +
           FrequencyMap::draw_share(request, request.D, form) +
           seconds_of_reflection * operations / static_cast<double>(std::max(request.n_train, request.D));
  };
  return kind;
}

}  // namespace sketchbench
