#include "experiments/sampling_theorems/perturbation_checks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>
#include <sketchbench/numerics/decompositions.hpp>

namespace sketchbench {
namespace {

/// Of a ratio of two lengths that are made from eigenvectors in single precision.
constexpr double rounding_error = 1e-6;

/// |(I - B B') A| for orthonormal columns with inner products C = B' A: the largest eigenvalue of I - C' C is
/// its square.
double outside_part(const Eigen::MatrixXd& inner) {
  const Eigen::MatrixXd square =
      Eigen::MatrixXd::Identity(inner.cols(), inner.cols()) - inner.transpose() * inner;
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(square, Eigen::EigenvaluesOnly);
  return std::sqrt(std::clamp(solver.eigenvalues().maxCoeff(), 0.0, 1.0));
}

/// `wide`: eigenvalues whose leading spaces are looked at, `narrow`: those of the other matrix, whose leading
/// space should contain them but for |E| / b; C: inner products, a row for each of `narrow`.
Trial nearest_to_bound(const Eigen::VectorXd& wide, const Eigen::VectorXd& narrow,
                       const Eigen::MatrixXd& inner, double error) {
  std::optional<Trial> nearest;
  for (Index p = 1; p <= wide.size(); ++p)
    for (Index q = 0; q < narrow.size(); ++q) {
      const double b = wide[p - 1] - narrow[q];
      if (b <= error) continue;
      Trial trial = trial_of(error / b, outside_part(inner.topLeftCorner(q, p)), rounding_error);
      if (nearest && trial.share() <= nearest->share()) continue;
      trial.at = fmt::format("{} and {} features, b = {:.3g}", p, q, b);
      nearest = std::move(trial);
    }
  if (nearest) return *nearest;
  Trial none = trial_of(1, 0);
  none.applies = false;
  none.at = "no eigenvalues further apart than ‖E‖";
  return none;
}

void require_number(Index number, const PerturbedPairs& pairs) {
  if (number < 1 || number >= pairs.exact.values.size() || pairs.randomised.vectors.cols() < number)
    throw Error(fmt::format("feature {} is to be looked at with {} and {} eigenpairs", number,
                            pairs.exact.values.size(), pairs.randomised.vectors.cols()));
}

/// 1 / c where `gap` = 2 c |E|.
double inverse_c(double gap, double error) {
  if (error <= 0) return 0;
  return gap > 0 ? 2 * error / gap : std::numeric_limits<double>::infinity();
}

std::string c_text(double inverse) {
  return inverse > 0 ? fmt::format("c = {:.3g}", 1 / inverse) : "no error";
}

/// `measured` beside 1 / c.
Trial gap_trial(double measured, double gap, double error, std::string who) {
  const double inverse = inverse_c(gap, error);
  Trial trial = trial_of(inverse, measured, rounding_error);
  trial.applies = inverse <= 1;
  trial.at = fmt::format("{}, {}", who, c_text(inverse));
  return trial;
}

double distance_to_neighbours(const Eigen::VectorXd& values, Index n) {
  const double below = values[n - 1] - values[n];
  return n > 1 ? std::min(below, values[n - 2] - values[n - 1]) : below;
}

template <class Quality>
Index best_of(Index most, Quality&& quality) {
  Index best = 1;
  for (Index number = 2; number <= most; ++number)
    if (quality(number) > quality(best)) best = number;
  return best;
}

/// The inner products of the first l eigenvectors, those of K + E in rows.
Eigen::MatrixXd leading_products(const PerturbedPairs& pairs, Index l) {
  return pairs.randomised.vectors.leftCols(l).transpose() * pairs.exact.vectors.leftCols(l);
}

/// The largest of |column of differences| / |column of v|; columns of v that are zero say nothing.
double largest_ratio(const Eigen::MatrixXd& differences, const Eigen::MatrixXd& kernel_values) {
  double largest = 0;
  for (Index x = 0; x < kernel_values.cols(); ++x) {
    const double length = kernel_values.col(x).norm();
    if (length > 0) largest = std::max(largest, differences.col(x).norm() / length);
  }
  return largest;
}

}  // namespace

double distance_of_solved_matrix(const Eigenpairs& pairs) {
  // The residuals' matrix R = A V - V Lambda has the norm of its largest column times at most sqrt(l), and
  // A - R V' - V R' + V (V' R) V' has these very pairs.
  const double largest = pairs.values.size() > 0 ? pairs.values.cwiseAbs().maxCoeff() : 0;
  return 2 * std::sqrt(static_cast<double>(pairs.values.size())) * pairs.residual * largest;
}

Trial first_inequality(const PerturbedPairs& pairs) {
  return nearest_to_bound(pairs.randomised.values, pairs.exact.values,
                          pairs.exact.vectors.transpose() * pairs.randomised.vectors, pairs.error);
}

Trial second_inequality(const PerturbedPairs& pairs) {
  return nearest_to_bound(pairs.exact.values, pairs.randomised.values,
                          pairs.randomised.vectors.transpose() * pairs.exact.vectors, pairs.error);
}

Trial leading_eigenvalues(const PerturbedPairs& pairs, Index most) {
  const Eigen::VectorXd &exact = pairs.exact.values, &randomised = pairs.randomised.values;
  const auto off_by = [&](Index n) { return std::abs(randomised[n - 1] - exact[n - 1]) / exact[n - 1]; };
  Index above = 0;
  while (above < std::min(most, randomised.size()) && exact[above] > 2 * pairs.error) ++above;
  const Index worst = best_of(above, off_by);
  Trial trial = trial_of(0.5, off_by(worst), rounding_error);
  trial.applies = above > 0;
  trial.at = above > 0 ? fmt::format("n = {} of the first {}, which are above 2 ‖E‖", worst, above)
                       : "no eigenvalue above 2 ‖E‖";
  return trial;
}

Index widest_gap(const Eigen::VectorXd& values, Index most) {
  return best_of(most, [&](Index l) { return values[l - 1] - values[l]; });
}

Index most_isolated(const Eigen::VectorXd& values, Index most) {
  return best_of(most, [&](Index n) { return distance_to_neighbours(values, n); });
}

Trial rotated_features(const PerturbedPairs& pairs, Index l, const Eigen::MatrixXd& kernel_values) {
  require_number(l, pairs);
  const ThinSvd svd = thin_svd(leading_products(pairs, l));
  const Eigen::MatrixXd rotation = svd.u * svd.v.transpose();
  const Eigen::MatrixXd differences =
      pairs.randomised.vectors.leftCols(l).transpose() * kernel_values -
      rotation * (pairs.exact.vectors.leftCols(l).transpose() * kernel_values);
  return gap_trial(largest_ratio(differences, kernel_values),
                   pairs.exact.values[l - 1] - pairs.exact.values[l], pairs.error, fmt::format("ℓ = {}", l));
}

Trial rotated_features_of_any_point(const PerturbedPairs& pairs, Index l) {
  require_number(l, pairs);
  const double sine = outside_part(leading_products(pairs, l)),
               cosine = std::sqrt(std::max(0.0, 1 - sine * sine));
  // 2 sin(theta / 2), without the difference 1 - cosine, whose digits go lost.
  const double measured = sine * std::sqrt(2 / (1 + cosine));
  return gap_trial(measured, pairs.exact.values[l - 1] - pairs.exact.values[l], pairs.error,
                   fmt::format("ℓ = {}", l));
}

Trial single_feature(const PerturbedPairs& pairs, Index n, FeatureScale scale,
                     const Eigen::MatrixXd& kernel_values) {
  require_number(n, pairs);
  Eigen::VectorXd exact = pairs.exact.vectors.col(n - 1), randomised = pairs.randomised.vectors.col(n - 1);
  if (exact.dot(randomised) < 0) randomised = -randomised;
  const double gap = distance_to_neighbours(pairs.exact.values, n), value = pairs.exact.values[n - 1];
  const std::string who = fmt::format("n = {}", n);
  double factor = 1;
  if (scale != FeatureScale::none) {
    if (std::min(value, pairs.randomised.values[n - 1]) <= 0) {
      Trial undefined = trial_of(1, 0);
      undefined.applies = false;
      undefined.at = who + ", an eigenvalue that is not above 0";
      return undefined;
    }
    exact /= std::sqrt(value);
    randomised /= std::sqrt(pairs.randomised.values[n - 1]);
    if (scale == FeatureScale::normalised) factor = std::sqrt(2 / value);
  }
  const Eigen::MatrixXd differences = (randomised - exact).transpose() * kernel_values;
  Trial trial = gap_trial(largest_ratio(differences, kernel_values) / factor, gap, pairs.error, who);
  trial.applies = pairs.error <= 0 || gap > 2 * pairs.error;
  trial.bound *= factor;
  trial.measured *= factor;
  return trial;
}

}  // namespace sketchbench
