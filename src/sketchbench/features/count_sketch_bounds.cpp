#include <sketchbench/features/count_sketch_bounds.hpp>

#include <algorithm>
#include <cmath>

namespace sketchbench {

double lemma2_variance(const PairMoments& pair, Index D) {
  // The sums over i != j are those over all i and j less the diagonal, which is Q in both.
  return (pair.norm_x * pair.norm_y + pair.inner * pair.inner - 2 * pair.squares) / static_cast<double>(D);
}

double lemma3_variance(const PairMoments& pair, Index D) { return lemma6_variance(pair, {.degree = 1}, D); }

namespace {

// Where T and Q, or N and Q, are equal, as for points of one coordinate, sums in another order differ by
// this.
constexpr double rounding = 1e-12;

}  // namespace

double corrected_variance_bound(const PairMoments& pair, int degree, Index D) {
  const double t = pair.inner * pair.inner, n = pair.norm_x * pair.norm_y;
  const double kappa_squared = std::pow(t, degree), moment = std::pow(2 * t + n - 2 * pair.squares, degree);
  const double excess = moment - kappa_squared;
  return std::abs(excess) <= rounding * degree * kappa_squared ? 0 : excess / static_cast<double>(D);
}

bool corrected_bound_applies(const PairMoments& pair) {
  return pair.inner * pair.inner >= pair.squares * (1 - rounding);
}

double variance_bound_by_norms(const PairMoments& pair, int degree, Index D) {
  return (std::pow(3, degree) - 1) * std::pow(pair.norm_x * pair.norm_y, degree) / static_cast<double>(D);
}

double lemma7_tail(const PairMoments& pair, int degree, Index D, double relative_error) {
  const double squared_cosine = pair.inner * pair.inner / (pair.norm_x * pair.norm_y);
  return 2 / (static_cast<double>(D) * relative_error * relative_error * std::pow(squared_cosine, degree));
}

double lemma7_relative_error(const PairMoments& pair, int degree, Index D, double tail) {
  // The bound falls with the square of the error.
  return std::sqrt(lemma7_tail(pair, degree, D, 1) / tail);
}

double lemma8_largest(double one_norm_x, double one_norm_y, int degree) {
  return std::pow(std::max(one_norm_x, one_norm_y), 2 * degree);
}

double lemma9_tail(double range, Index count, double error) {
  const double ratio = error / range;
  return 2 * std::exp(-static_cast<double>(count) * ratio * ratio / 2);
}

double lemma9_error(double range, Index count, double tail) {
  return range * std::sqrt(2 * std::log(2 / tail) / static_cast<double>(count));
}

std::optional<double> lemma10_error(double largest, int degree, Index D, double delta) {
  const double log_delta = std::log(1 / delta), d = static_cast<double>(D);
  const double for_spread = 18 * std::pow(largest, degree) * std::sqrt(log_delta * std::log(d / delta));
  const double for_features = std::sqrt(72 * log_delta / d);
  const double error = std::max(for_spread, for_features);
  return error < 1 ? std::optional(error) : std::nullopt;
}

}  // namespace sketchbench
