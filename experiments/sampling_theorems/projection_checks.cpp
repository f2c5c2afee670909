#include "experiments/sampling_theorems/projection_checks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include <sketchbench/core/random.hpp>
#include <sketchbench/core/text.hpp>
#include <sketchbench/kernels/gram.hpp>
#include <sketchbench/numerics/eigensolvers/tall_matrices.hpp>

namespace sketchbench {
namespace {

/// Squared distances below this share of |x|^2 + |y|^2 are rounding.
constexpr double coincident = 1e-8;

/// Both errors in both scalings, in the order of theorem_quantities().
constexpr std::array<const char*, 4> what_is_compared = {
    "distances", "inner products", "distances, as printed", "inner products, as printed"};

}  // namespace

Index ProjectionTheorem::s(Index n) const {
  return static_cast<Index>(
      std::ceil((4 + 2 * beta) / (epsilon * epsilon / 2 - epsilon * epsilon * epsilon / 3) *
                std::log(static_cast<double>(n))));
}

PairGeometry pair_geometry(const Rows& x, const Rows& y, int threads) {
  return {.inner = inner_products(columns_of(x), columns_of(y), threads),
          .norm_x = squared_norms_of(x),
          .norm_y = squared_norms_of(y)};
}

PairErrors pair_errors(const PairGeometry& exact, const PairGeometry& projected, double scale) {
  PairErrors errors;
  for (Index j = 0; j < exact.inner.cols(); ++j)
    for (Index i = 0; i < exact.inner.rows(); ++i) {
      const double norms = exact.norm_x[i] + exact.norm_y[j], inner = exact.inner(i, j);
      if (norms <= 0) continue;
      errors.inner = std::max(errors.inner, std::abs(scale * projected.inner(i, j) - inner) / norms);
      const double distance = norms - 2 * inner;
      if (distance <= coincident * norms) continue;
      const double shown = projected.norm_x[i] + projected.norm_y[j] - 2 * projected.inner(i, j);
      errors.distance = std::max(errors.distance, std::abs(scale * shown / distance - 1));
    }
  return errors;
}

std::vector<TheoremCheck> check_projection(const Rows& x, const Rows& y, const ProjectionTheorem& theorem,
                                           Index draws, const Projection& projection, int threads) {
  const Index n = x.size() + y.size(), s = theorem.s(n), d = x.dim();
  const auto all = static_cast<double>(n);
  const double vectors = static_cast<double>(x.size()) * static_cast<double>(y.size()) + all;
  const bool applies = theorem.epsilon > 0 && theorem.epsilon < 1.5 && vectors <= all * all / 2;
  const PairGeometry exact = pair_geometry(x, y, threads);
  std::array<std::vector<Trial>, 4> trials;
  for (Index draw = 1; draw <= draws; ++draw) {
    const Seed seed = RandomStream(static_cast<Seed>(draw), "sampling_theorems.projection").bits64();
    const DenseMatrix x_shown = projection(x, s, seed), y_shown = projection(y, s, seed);
    const PairGeometry shown = pair_geometry(x_shown.view(), y_shown.view(), threads);
    const PairErrors right = pair_errors(exact, shown),
                     printed = pair_errors(exact, shown, static_cast<double>(s) / static_cast<double>(d));
    const std::array<double, 4> measured = {right.distance, right.inner, printed.distance, printed.inner};
    for (std::size_t q = 0; q < measured.size(); ++q) {
      trials[q].push_back(trial_of(theorem.epsilon, measured[q]));
      trials[q].back().applies = applies;
      trials[q].back().at = fmt::format("s = {}, d = {}", with_commas(s), with_commas(d));
    }
  }
  std::vector<TheoremCheck> checks;
  for (std::size_t q = 0; q < trials.size(); ++q)
    checks.push_back(
        conclude({.theorem = "6",
                  .quantity = what_is_compared[q],
                  .matrix = "",
                  .s = static_cast<double>(s),
                  .hypothesis = fmt::format("0 < ε = {:.3g} < 3/2; mt + m + t is at most n²/2, "
                                            "m = {}, t = {}",
                                            theorem.epsilon, with_commas(x.size()), with_commas(y.size())),
                  .allowed = std::pow(all, -theorem.beta)},
                 trials[q], s >= d ? "the projection has no fewer dimensions than the data" : ""));
  return checks;
}

}  // namespace sketchbench
