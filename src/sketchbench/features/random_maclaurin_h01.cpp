#include <sketchbench/features/random_maclaurin_h01.hpp>

#include <fmt/format.h>

#include <algorithm>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/threads.hpp>
#include <sketchbench/features/polynomial_map.hpp>
#include <sketchbench/features/random_maclaurin.hpp>

namespace sketchbench {
namespace {

constexpr int kFirstRandomDegree = 2;

using Measure = RandomMaclaurin::Measure;

struct Parameters : MapParameters {
  std::string measure = "published";

  static const Fields<Parameters>& fields() {
    static const Fields<Parameters> all = {
        {{.name = "measure",
          .meaning = "degrees of the random features: \"published\": 2^-(n-1) over all n from 2 on, features "
                     "of degrees "
                     "that the kernel lacks are zero; \"restricted\": renormalised over those that it has",
          .choices = {"published", "restricted"}},
         &Parameters::measure}};
    return all;
  }
};

Measure measure_of(const MapRequest& request) {
  return parameters_of<Parameters>(request).measure == "restricted" ? Measure::restricted
                                                                    : Measure::published;
}

DegreeMeasure degrees(Measure measure, const PolynomialKernel& kernel) {
  return measure == Measure::published ? DegreeMeasure::published(kernel, kFirstRandomDegree)
                                       : DegreeMeasure::restricted(kernel, kFirstRandomDegree);
}

/// A function of (d_in, kernel, D, measure), in the form that FeatureMapKind has it in.
template <auto function>
auto of_measure(const MapRequest& request) {
  return function(request.d_in, polynomial(request), request.D, measure_of(request));
}

// Asked of the kernel and not of what single precision makes of the coefficients, which can be 0.
bool has_constant(const PolynomialKernel& kernel) { return kernel.maclaurin(0) > 0; }
bool has_linear(const PolynomialKernel& kernel) { return kernel.maclaurin(1) > 0; }

Index low_order_size(Index d_in, const PolynomialKernel& kernel) {
  return (has_constant(kernel) ? 1 : 0) + (has_linear(kernel) ? d_in : 0);
}

/// D' = D - (coordinates of the low-order block), or an InputError.
Index random_features(Index d_in, const PolynomialKernel& kernel, Index D) {
  const Index low_order = low_order_size(d_in, kernel);
  if (low_order == 0)
    throw InputError(
        fmt::format("H0/1 needs a constant or a linear term, which the kernel ({} + <x, y>)^{} does not "
                    "have: expected coef0 > 0",
                    kernel.coef0, kernel.degree));
  if (D <= low_order)
    throw InputError(
        fmt::format("H0/1 with D = {} on d = {} features leaves no room beside the {} coordinates of the "
                    "exact terms, expected D of at least {}",
                    D, d_in, low_order, low_order + 1));
  return D - low_order;
}

}  // namespace

RandomMaclaurinH01::RandomMaclaurinH01(Index d_in, const PolynomialKernel& kernel, Index D, Seed seed,
                                       Measure measure)
    : FeatureMap(d_in, D),
      has_constant_(has_constant(kernel)),
      has_linear_(has_linear(kernel)),
      constant_(static_cast<float>(std::sqrt(kernel.maclaurin(0)))),
      linear_(static_cast<float>(std::sqrt(kernel.maclaurin(1)))),
      features_(d_in, degrees(measure, kernel), random_features(d_in, kernel, D), seed,
                "random_maclaurin_h01") {}

double RandomMaclaurinH01::memory(Index d_in, const PolynomialKernel& kernel, Index D, Measure measure) {
  return MaclaurinFeatures::memory(d_in, degrees(measure, kernel),
                                   std::max<Index>(0, D - low_order_size(d_in, kernel)));
}

double RandomMaclaurinH01::workspace(Index d_in, const PolynomialKernel& kernel, Index D, Measure measure) {
  return MaclaurinFeatures::workspace(degrees(measure, kernel),
                                      std::max<Index>(0, D - low_order_size(d_in, kernel)));
}

void RandomMaclaurinH01::require_shape(Index d_in, const PolynomialKernel& kernel, Index D) {
  random_features(d_in, kernel, D);
}

PairVariance RandomMaclaurinH01::variance(Index d_in, const PolynomialKernel& kernel, Index D,
                                          Measure measure) {
  return [law = degrees(measure, kernel), count = random_features(d_in, kernel, D)](const PairMoments& pair) {
    return maclaurin_variance(pair, law, count);
  };
}

void RandomMaclaurinH01::transform(const Rows& x, MatrixRef z, int threads) const {
  check_shapes(x, z);
  parallel_blocks_with(x.size(), MaclaurinFeatures::rows_per_block, threads, [&]() -> BlockBody {
    return [&, workspace = features_.make_workspace()](Index begin, Index end) {
      for (Index i = begin; i < end; ++i) write_low_order(x, i, z.row(i));
      const MatrixRef rest(z.row(begin) + low_order(), end - begin, features_.count(), z.stride);
      features_.transform(x.slice(begin, end), rest, *workspace);
    };
  });
}

void RandomMaclaurinH01::write_low_order(const Rows& x, Index i, float* z) const {
  if (has_constant_) *z++ = constant_;
  if (!has_linear_) return;
  if (x.is_sparse()) {
    std::fill_n(z, x.dim(), 0.0f);
    x.for_each_nonzero(i, [&](Index j, float value) { z[j] = linear_ * value; });
    return;
  }
  // A zero of either sign becomes 0, as in sparse rows.
  const float* const values = x.dense_row(i).data();
  for (Index j = 0; j < x.dim(); ++j) z[j] = values[j] == 0 ? 0.0f : linear_ * values[j];
}

FeatureMapKind random_maclaurin_h01_kind() {
  return {.name = "random_maclaurin_h01",
          .summary = "Random Maclaurin with exact constant and linear terms (H0/1)",
          .title = "Random Maclaurin, H0/1",
          .brief = "RM H0/1",
          .family = MapFamily::maclaurin,
          .formula =
              "z(x) = (sqrt(a_0), sqrt(a_1) x, z'(x)) but for parts with a_n = 0, z' random features of the "
              "degrees from 2 on",
          .python = {.name = random_maclaurin_class, .form = "h01"},
          .citation = random_maclaurin_citation,
          .claim = random_maclaurin_claim,
          .remark =
              "Random Maclaurin, H0/1: the terms of degree 0 and 1 are computed exactly (1 + d features), "
              "the other features estimate the terms of degree 2 and more. D counts all of them. The degrees "
              "n of "
              "the others are drawn as 2^-(n-1) over all n from 2 on, and features of degrees beyond the "
              "kernel's are zero, which its sources do not say; the parameter \"measure\" as \"restricted\" "
              "draws the kernel's alone.",
          .supports = is_polynomial,
          .parameters = Parameters::fields().info(),
          .read_parameters = read_parameters_as<Parameters>,
          .make = [](const MapRequest& request, const Rows& /*train*/) -> std::unique_ptr<FeatureMap> {
            return std::make_unique<RandomMaclaurinH01>(request.d_in, polynomial(request), request.D,
                                                        request.seed, measure_of(request));
          },
          .memory = of_measure<RandomMaclaurinH01::memory>,
          .workspace = of_measure<RandomMaclaurinH01::workspace>,
          .require_shape = of_polynomial<RandomMaclaurinH01::require_shape>,
          .claimed_operations =
              [](const MapRequest& request) { return random_maclaurin_operations(request.d_in, request.D); },
          .seconds_of_row =
              [](const MapRequest& request, double nonzeros) {
                return random_maclaurin_seconds(nonzeros, request.d_in, request.D,
                                                degrees(measure_of(request), polynomial(request)));
              },
          .variance = of_measure<RandomMaclaurinH01::variance>,
          .cost_remark = random_maclaurin_cost_remark};
}

}  // namespace sketchbench
