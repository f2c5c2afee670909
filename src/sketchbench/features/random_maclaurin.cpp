#include <sketchbench/features/random_maclaurin.hpp>

#include <sketchbench/core/threads.hpp>
#include <sketchbench/features/polynomial_map.hpp>

namespace sketchbench {
namespace {

using Measure = RandomMaclaurin::Measure;

DegreeMeasure degrees(Measure measure, const PolynomialKernel& kernel) {
  return measure == Measure::published ? DegreeMeasure::published(kernel) : DegreeMeasure::restricted(kernel);
}

const char* name_of(Measure measure) {
  return measure == Measure::published ? "random_maclaurin_published" : "random_maclaurin_restricted";
}

template <Measure measure>
FeatureMapKind kind() {
  return {.name = name_of(measure),
          .summary = {},
          .family = MapFamily::maclaurin,
          .formula = random_maclaurin_formula,
          .citation = random_maclaurin_citation,
          .claim = random_maclaurin_claim,
          .supports = is_polynomial,
          .make = [](const MapRequest& request, const Rows& /*train*/) -> std::unique_ptr<FeatureMap> {
            return std::make_unique<RandomMaclaurin>(measure, request.d_in, polynomial(request), request.D,
                                                     request.seed);
          },
          .memory =
              [](const MapRequest& request) {
                return RandomMaclaurin::memory(measure, request.d_in, polynomial(request), request.D);
              },
          .workspace =
              [](const MapRequest& request) {
                return RandomMaclaurin::workspace(measure, polynomial(request), request.D);
              },
          .claimed_operations =
              [](const MapRequest& request) { return random_maclaurin_operations(request.d_in, request.D); },
          .seconds_of_row =
              [](const MapRequest& request, double nonzeros) {
                return random_maclaurin_seconds(nonzeros, request.d_in, request.D,
                                                degrees(measure, polynomial(request)));
              },
          .variance =
              [](const MapRequest& request) {
                return RandomMaclaurin::variance(measure, polynomial(request), request.D);
              },
          .cost_remark = random_maclaurin_cost_remark};
}

}  // namespace

RandomMaclaurin::RandomMaclaurin(Measure measure, Index d_in, const PolynomialKernel& kernel, Index D,
                                 Seed seed)
    : FeatureMap(d_in, D), features_(d_in, degrees(measure, kernel), D, seed, name_of(measure)) {}

double RandomMaclaurin::memory(Measure measure, Index d_in, const PolynomialKernel& kernel, Index D) {
  return MaclaurinFeatures::memory(d_in, degrees(measure, kernel), D);
}

double RandomMaclaurin::workspace(Measure measure, const PolynomialKernel& kernel, Index D) {
  return MaclaurinFeatures::workspace(degrees(measure, kernel), D);
}

PairVariance RandomMaclaurin::variance(Measure measure, const PolynomialKernel& kernel, Index D) {
  return [law = degrees(measure, kernel), D](const PairMoments& pair) {
    return maclaurin_variance(pair, law, D);
  };
}

void RandomMaclaurin::transform(const Rows& x, MatrixRef z, int threads) const {
  check_shapes(x, z);
  parallel_blocks_with(x.size(), MaclaurinFeatures::rows_per_block, threads, [&]() -> BlockBody {
    return [&, workspace = features_.make_workspace()](Index begin, Index end) {
      features_.transform(x.slice(begin, end), z.slice(begin, end), *workspace);
    };
  });
}

double random_maclaurin_operations(Index d, Index D) {
  return static_cast<double>(d) * static_cast<double>(D);
}

double random_maclaurin_seconds(double nonzeros, Index d, Index D, const DegreeMeasure& degrees) {
  // On a 2-core server with AVX-512: for D = 5,000 and rows of 4,639 non-zeros 3.4e-11 to 3.7e-11 s for each
  // non-zero and projection, whatever the law; for D = 200 to 1,000 and rows of 12 to 150 what a feature
  // takes at least counts as well.
  const auto features = static_cast<double>(D);
  return 3.5e-11 * degrees.mean_degree() * features * (nonzeros + 0.1 * static_cast<double>(d)) +
         1.5e-9 * features + 1e-9 * nonzeros;
}

FeatureMapKind random_maclaurin_published_kind() {
  FeatureMapKind published = kind<Measure::published>();
  published.summary = "Random Maclaurin (Kar & Karnick 2012), degrees drawn over all n >= 0";
  published.title = "Random Maclaurin, published";
  published.brief = "RM published";
  published.python = {.name = random_maclaurin_class, .form = "published"};
  published.remark =
      "Random Maclaurin, published: the degree N of a feature is drawn with P(N = n) = 2^-(n+1) over all n ≥ "
      "0, and a feature stays zero when the kernel has no term of that degree. On ⟨x,y⟩ᵖ only about D / "
      "2^(p+1) of the D features are not zero.";
  return published;
}

FeatureMapKind random_maclaurin_restricted_kind() {
  FeatureMapKind restricted = kind<Measure::restricted>();
  restricted.summary = "Random Maclaurin, degrees drawn among those that the kernel has";
  restricted.title = "Random Maclaurin, restricted";
  restricted.brief = "RM restricted";
  restricted.python = {.name = random_maclaurin_class, .form = "restricted", .is_default_form = true};
  restricted.remark =
      "Random Maclaurin, restricted: the same measure over the degrees that the kernel has, renormalised, so "
      "that the estimate stays unbiased and no feature is wasted.";
  return restricted;
}

}  // namespace sketchbench
