#include "experiments/sampling_theorems/error_bounds.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace sketchbench {
namespace {

/// The probability that Theorem 1 leaves to a larger norm, as printed.
double allowed_failure(double sigma, Index m) {
  return std::min(1.0, 2 * std::exp(-sigma * sigma * static_cast<double>(m) / 8));
}

TheoremCheck check_norms(std::string quantity, const RandomisedMatrix& matrix, double magnitude, double sigma,
                         Index m, std::span<const double> norms, double rounding) {
  const double admitted = admitted_magnitude(sigma, m);
  // A sigma that was chosen to admit the magnitude does so but for rounding.
  const bool applies = magnitude <= admitted * (1 + 1e-12);
  std::vector<Trial> trials;
  for (const double norm : norms) {
    trials.push_back(trial_of(norm_bound(sigma, m), norm, rounding));
    trials.back().applies = applies;
    trials.back().at = fmt::format("σ = {:.3g}", sigma);
  }
  return conclude(
      {.theorem = "1",
       .quantity = std::move(quantity),
       .matrix = name_of(matrix.how),
       .s = matrix.s,
       .hypothesis = fmt::format("entries up to {:.3g}, σ√m / log³m = {:.3g}", magnitude, admitted),
       .allowed = allowed_failure(sigma, m)},
      trials);
}

/// What the paper has below Theorem 1: no matrix with this mean squared entry has a norm below
/// sqrt(m mean_variance), and |E| is said to be at most 4 times that.
TheoremCheck check_sharpness(const RandomisedMatrix& matrix, double mean_variance, Index m,
                             std::span<const double> norms, double rounding) {
  const double sigma = std::sqrt(mean_variance);
  std::vector<Trial> trials;
  for (const double norm : norms) {
    trials.push_back(trial_of(norm_bound(sigma, m), norm, rounding));
    trials.back().at = fmt::format("root mean squared entry {:.3g}", sigma);
  }
  return conclude({.theorem = "1",
                   .quantity = "mean variance",
                   .matrix = name_of(matrix.how),
                   .s = matrix.s,
                   .hypothesis = "none of its own",
                   .allowed = {}},
                  trials);
}

}  // namespace

std::string name_of(Randomisation how) {
  switch (how) {
    case Randomisation::sparsified:
      return "sparsified";
    case Randomisation::quantised:
      return "quantised";
    case Randomisation::sampled_signs:
      return "sparsified and quantised";
  }
  return "";
}

std::vector<RandomisedMatrix> randomised_matrices(std::span<const double> s) {
  std::vector<RandomisedMatrix> all = {{.how = Randomisation::quantised, .s = 1}};
  for (const Randomisation how : {Randomisation::sparsified, Randomisation::sampled_signs})
    for (const double one : s) all.push_back({.how = how, .s = one});
  return all;
}

EntryRange entry_range(Index m, const std::function<double(Index i, Index j)>& entry) {
  EntryRange range{.smallest = std::numeric_limits<double>::infinity()};
  double sum = 0;
  for (Index i = 0; i < m; ++i)
    for (Index j = 0; j <= i; ++j) {
      const double size = std::abs(entry(i, j));
      range.smallest = std::min(range.smallest, size);
      range.largest = std::max(range.largest, size);
      sum += (i == j ? 1 : 2) * size * size;
    }
  range.mean_square = sum / (static_cast<double>(m) * static_cast<double>(m));
  return range;
}

ErrorLaw error_law(const RandomisedMatrix& matrix, const EntryRange& entries) {
  const double s = matrix.s, b = entries.largest;
  if (matrix.how == Randomisation::sparsified)
    return {.variance = (s - 1) * b * b,
            .magnitude = std::max(s - 1, 1.0) * b,
            .mean_variance = (s - 1) * entries.mean_square};
  // A mean square of s b^2 whatever K_ij is, less the square of the mean.
  return {.variance = s * b * b - entries.smallest * entries.smallest,
          .magnitude = (s + 1) * b,
          .mean_variance = s * b * b - entries.mean_square};
}

double norm_bound(double sigma, Index m) { return 4 * sigma * std::sqrt(static_cast<double>(m)); }

double admitted_magnitude(double sigma, Index m) {
  const auto rows = static_cast<double>(m);
  return sigma * std::sqrt(rows) / std::pow(std::log(rows), 3);
}

double admitting_sigma(const ErrorLaw& law, Index m) {
  return std::max(std::sqrt(law.variance), law.magnitude / admitted_magnitude(1, m));
}

std::vector<TheoremCheck> check_error_norms(const RandomisedMatrix& matrix, const ErrorLaw& law, Index m,
                                            std::span<const double> norms, double rounding) {
  const auto check = [&](const char* quantity, double sigma) {
    return check_norms(quantity, matrix, law.magnitude, sigma, m, norms, rounding);
  };
  return {check("largest variance", std::sqrt(law.variance)),
          check("sigma that meets it", admitting_sigma(law, m)),
          check_sharpness(matrix, law.mean_variance, m, norms, rounding)};
}

}  // namespace sketchbench
