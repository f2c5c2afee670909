#include "experiments/gram_error/error_bound.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sketchbench {
namespace {

constexpr Index least_p = 5;
constexpr double delta = 0.05;

/// |K - F F^T| / n.
double fourier_term(double n, double d) {
  const double a = d / 2, log_theta = std::log(4 * 2 * n / delta);
  return log_theta * (2 / (3 * a) + std::sqrt(4 / (9 * a * a) + 1 / (2 * a * log_theta)));
}

/// |F F^T - G G^T| / n.
double directions_term(const TefmSizes& sizes, Index p) {
  const Index k = sizes.l - p;
  const auto l = static_cast<double>(sizes.l), over = static_cast<double>(p);
  const auto left = static_cast<double>(std::min({k + 1, sizes.d - k, sizes.n - k}));
  const double c = 1 + 17 * std::sqrt(l / over) + 8 * std::sqrt(l) / (over + 1) * std::sqrt(left);
  return std::pow(c, 2.0 / (2 * sizes.q + 1)) / static_cast<double>(k + 1);
}

}  // namespace

double tefm_error_bound(const TefmSizes& sizes) {
  double least = std::numeric_limits<double>::infinity();
  for (Index p = least_p; p < sizes.l; ++p) least = std::min(least, directions_term(sizes, p));
  return fourier_term(static_cast<double>(sizes.n), static_cast<double>(sizes.d)) + least;
}

}  // namespace sketchbench
