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

RandomMaclaurinH01::RandomMaclaurinH01(Index d_in, const PolynomialKernel& kernel, Index D, Seed seed)
    : FeatureMap(d_in, D),
      has_constant_(has_constant(kernel)),
      has_linear_(has_linear(kernel)),
      constant_(static_cast<float>(std::sqrt(kernel.maclaurin(0)))),
      linear_(static_cast<float>(std::sqrt(kernel.maclaurin(1)))),
      features_(d_in, DegreeMeasure::published(kernel, kFirstRandomDegree), random_features(d_in, kernel, D),
                seed, "random_maclaurin_h01") {}

double RandomMaclaurinH01::memory(Index d_in, const PolynomialKernel& kernel, Index D) {
  return MaclaurinFeatures::memory(d_in, DegreeMeasure::published(kernel, kFirstRandomDegree),
                                   std::max<Index>(0, D - low_order_size(d_in, kernel)));
}

double RandomMaclaurinH01::workspace(Index d_in, const PolynomialKernel& kernel, Index D) {
  return MaclaurinFeatures::workspace(DegreeMeasure::published(kernel, kFirstRandomDegree),
                                      std::max<Index>(0, D - low_order_size(d_in, kernel)));
}

void RandomMaclaurinH01::require_shape(Index d_in, const PolynomialKernel& kernel, Index D) {
  random_features(d_in, kernel, D);
}

PairVariance RandomMaclaurinH01::variance(Index d_in, const PolynomialKernel& kernel, Index D) {
  return [law = DegreeMeasure::published(kernel, kFirstRandomDegree),
          count = random_features(d_in, kernel, D)](const PairMoments& pair) {
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
          .formula =
              "z(x) = (sqrt(a_0), sqrt(a_1) x, z'(x)) but for parts with a_n = 0, z' random features of the "
              "degrees from 2 on",
          .python = {.name = random_maclaurin_class, .form = "h01"},
          .citation = random_maclaurin_citation,
          .claim = random_maclaurin_claim,
          .remark =
              "Random Maclaurin, H0/1: the terms of degree 0 and 1 are computed exactly (1 + d features), "
              "the other features estimate the terms of degree 2 and more. D counts all of them.",
          .supports = is_polynomial,
          .make = make_polynomial_map<RandomMaclaurinH01>,
          .memory = of_polynomial<RandomMaclaurinH01::memory>,
          .workspace = of_polynomial<RandomMaclaurinH01::workspace>,
          .require_shape = of_polynomial<RandomMaclaurinH01::require_shape>,
          .claimed_operations =
              [](const MapRequest& request) { return random_maclaurin_operations(request.d_in, request.D); },
          .seconds_of_row =
              [](const MapRequest& request, double nonzeros) {
                return random_maclaurin_seconds(
                    nonzeros, request.d_in, request.D,
                    DegreeMeasure::published(polynomial(request), kFirstRandomDegree));
              },
          .variance = of_polynomial<RandomMaclaurinH01::variance>,
          .cost_remark = random_maclaurin_cost_remark};
}

}  // namespace sketchbench
