#include <sketchbench/features/degree_measure.hpp>

#include <fmt/format.h>

#include <cmath>

#include <sketchbench/core/error.hpp>

namespace sketchbench {
namespace {

std::vector<DegreeMeasure::Term> terms_from(const PolynomialKernel& kernel, int first) {
  std::vector<DegreeMeasure::Term> terms;
  for (int n = first; n <= kernel.degree; ++n) {
    const double a = kernel.maclaurin(n);
    if (!std::isfinite(a))
      throw InputError(
          fmt::format("the coefficient of t^{} in ({} + t)^{} is {}, expected a finite number: "
                      "take a lower degree or coef0",
                      n, kernel.coef0, kernel.degree, a));
    if (a > 0) terms.push_back({n, a, 0});
  }
  return terms;
}

}  // namespace

DegreeMeasure DegreeMeasure::published(const PolynomialKernel& kernel, int first) {
  auto terms = terms_from(kernel, first);
  for (Term& term : terms) term.probability = std::ldexp(1.0, -(term.degree - first + 1));
  return DegreeMeasure(std::move(terms));
}

DegreeMeasure DegreeMeasure::restricted(const PolynomialKernel& kernel, int first) {
  auto terms = terms_from(kernel, first);
  double total = 0;
  for (Term& term : terms) {
    // Relative to the lowest degree, so that the powers of a high homogeneous degree do not vanish.
    term.probability = std::ldexp(1.0, terms.front().degree - term.degree);
    total += term.probability;
  }
  for (Term& term : terms) term.probability /= total;
  return DegreeMeasure(std::move(terms));
}

const DegreeMeasure::Term* DegreeMeasure::draw(RandomStream& stream) const {
  const double u = stream.uniform();
  double below = 0;
  for (const Term& term : terms_) {
    below += term.probability;
    if (u < below) return &term;
  }
  return nullptr;
}

double DegreeMeasure::mean_degree() const {
  double mean = 0;
  for (const Term& term : terms_) mean += term.probability * term.degree;
  return mean;
}

double DegreeMeasure::projections(Index count) const {
  const double mean = mean_degree();
  double square = 0;
  for (const Term& term : terms_) square += term.probability * term.degree * term.degree;
  const double variance = std::max(0.0, square - mean * mean);
  const auto n = static_cast<double>(count);
  return n * mean + 6 * std::sqrt(n * variance);
}

}  // namespace sketchbench
