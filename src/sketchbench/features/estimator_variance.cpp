#include <sketchbench/features/estimator_variance.hpp>

#include <cmath>
#include <numeric>

namespace sketchbench {

PairMoments pair_moments(const Rows& x, Index i, const Rows& y, Index j) {
  PairMoments pair{
      .inner = inner_product(x, i, y, j), .norm_x = squared_norm(x, i), .norm_y = squared_norm(y, j)};
  std::vector<double> dense(static_cast<std::size_t>(x.dim()));
  x.for_each_nonzero(i, [&](Index k, float value) { dense[static_cast<std::size_t>(k)] = value; });
  y.for_each_nonzero(j, [&](Index k, float value) {
    const double product = dense[static_cast<std::size_t>(k)] * double{value};
    pair.squares += product * product;
  });
  return pair;
}

PairMoments with_constant(const PairMoments& pair, double coef0) {
  return {pair.inner + coef0, pair.norm_x + coef0, pair.norm_y + coef0, pair.squares + coef0 * coef0};
}

double tensor_sketch_variance(const PairMoments& pair, const PolynomialKernel& kernel, Index D) {
  const PairMoments all = with_constant(pair, kernel.coef0);
  const double t = all.inner * all.inner;
  const double same = all.norm_x * all.norm_y - all.squares, mirrored = t - all.squares;
  const double kappa_squared = std::pow(t, kernel.degree);
  // What M(w, v)^p is beyond its value at a (w, v) that is neither w = v nor w = -v: summing the excess
  // alone avoids the difference of two sums that agree in all but a D-th part.
  const auto excess = [&](double moment) { return std::pow(moment, kernel.degree) - kappa_squared; };
  const auto d = static_cast<double>(D), g = static_cast<double>(std::gcd(Index{2}, D));
  return ((d - g) * (excess(t + same) + excess(t + mirrored)) + g * excess(t + same + mirrored)) / (d * d);
}

double lemma6_variance(const PairMoments& pair, const PolynomialKernel& kernel, Index D) {
  const PairMoments all = with_constant(pair, kernel.coef0);
  return (std::pow(all.inner * all.inner, kernel.degree) + std::pow(all.norm_x * all.norm_y, kernel.degree)) /
         static_cast<double>(D);
}

double maclaurin_variance(const PairMoments& pair, const DegreeMeasure& measure, Index count) {
  const double moment = pair.norm_x * pair.norm_y + 2 * (pair.inner * pair.inner - pair.squares);
  double mean = 0, second_moment = 0;
  for (const DegreeMeasure::Term& term : measure.terms()) {
    mean += term.coefficient * std::pow(pair.inner, term.degree);
    second_moment += term.coefficient * term.coefficient / term.probability * std::pow(moment, term.degree);
  }
  return (second_moment - mean * mean) / static_cast<double>(count);
}

}  // namespace sketchbench
