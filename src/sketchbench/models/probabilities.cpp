#include <sketchbench/models/probabilities.hpp>

#include <fmt/format.h>
#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <algorithm>
#include <cmath>

#include <sketchbench/core/error.hpp>

namespace sketchbench {
namespace {

// Of the note: a ridge that keeps the Hessian definite, the size of the gradient that ends the search, the
// share of the slope that a step must gain, and when steps are too short to go on.
constexpr double ridge_of_hessian = 1e-12, small_gradient = 1e-5, sufficient_decrease = 1e-4,
                 least_step = 1e-10;
constexpr int most_steps = 100;

/// What the sigmoid should give a row of the first class, and one of the second.
struct SmoothedTargets {
  double first, second;

  explicit SmoothedTargets(const std::vector<bool>& is_first) {
    const auto n1 = static_cast<double>(std::ranges::count(is_first, true)),
               n0 = static_cast<double>(is_first.size()) - n1;
    first = (n1 + 1) / (n1 + 2);
    second = 1 / (n0 + 2);
  }
  double of(bool is_first) const { return is_first ? first : second; }
};

struct Derivatives {
  double gA = 0, gB = 0, hAA = ridge_of_hessian, hBB = ridge_of_hessian, hAB = 0;
};

Derivatives derivatives(const Sigmoid& sigmoid, std::span<const double> scores,
                        const std::vector<bool>& is_first, const SmoothedTargets& targets) {
  Derivatives sum;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    const double f = scores[i], p = sigmoid(f), weight = p * (1 - p), slope = targets.of(is_first[i]) - p;
    sum.gA += f * slope;
    sum.gB += slope;
    sum.hAA += f * f * weight;
    sum.hAB += f * weight;
    sum.hBB += weight;
  }
  return sum;
}

}  // namespace

double logistic(double t) {
  if (t < 0) return 1 / (1 + std::exp(t));
  const double small = std::exp(-t);
  return small / (1 + small);
}

double Sigmoid::operator()(double score) const { return logistic(A * score + B); }

double sigmoid_loss(const Sigmoid& sigmoid, std::span<const double> scores, const std::vector<bool>& first) {
  const SmoothedTargets targets(first);
  double loss = 0;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    // -t log p - (1 - t) log(1 - p) = t u + log(1 + exp(-u)), p = 1 / (1 + exp(u)).
    const double u = sigmoid.A * scores[i] + sigmoid.B, t = targets.of(first[i]);
    loss += u >= 0 ? t * u + std::log1p(std::exp(-u)) : (t - 1) * u + std::log1p(std::exp(u));
  }
  return loss;
}

Sigmoid fit_sigmoid(std::span<const double> scores, const std::vector<bool>& first) {
  if (scores.empty() || scores.size() != first.size())
    throw InputError(fmt::format("a sigmoid is fitted to {} scores of {} rows, expected one of each row",
                                 scores.size(), first.size()));
  for (std::size_t i = 0; i < scores.size(); ++i)
    if (!std::isfinite(scores[i]))
      throw InputError(fmt::format(
          "the score of held-out row {} is {}, expected a finite number: scale the data", i + 1, scores[i]));
  const SmoothedTargets targets(first);
  const auto n1 = static_cast<double>(std::ranges::count(first, true)),
             n0 = static_cast<double>(first.size()) - n1;
  Sigmoid at{.A = 0, .B = std::log((n0 + 1) / (n1 + 1))};
  double loss = sigmoid_loss(at, scores, first);
  for (int step = 0; step < most_steps; ++step) {
    const Derivatives d = derivatives(at, scores, first, targets);
    if (std::abs(d.gA) < small_gradient && std::abs(d.gB) < small_gradient) break;
    const double determinant = d.hAA * d.hBB - d.hAB * d.hAB;
    const double dA = -(d.hBB * d.gA - d.hAB * d.gB) / determinant,
                 dB = -(d.hAA * d.gB - d.hAB * d.gA) / determinant;
    const double slope = d.gA * dA + d.gB * dB;
    if (!std::isfinite(slope)) break;
    double length = 1;
    for (; length >= least_step; length /= 2) {
      const Sigmoid trial{.A = at.A + length * dA, .B = at.B + length * dB};
      const double value = sigmoid_loss(trial, scores, first);
      if (value < loss + sufficient_decrease * length * slope) {
        at = trial;
        loss = value;
        break;
      }
    }
    if (length < least_step) break;  // what a step can still gain is rounding
  }
  return at;
}

std::size_t pair_number(std::size_t a, std::size_t b, std::size_t classes) {
  return a * (2 * classes - a - 1) / 2 + b - a - 1;
}

std::vector<double> coupled_probabilities(std::span<const double> of_pairs, std::size_t classes) {
  constexpr double least = 1e-7;
  const auto n = static_cast<Eigen::Index>(classes);
  // The sum is 2 p^T Q p, and a multiplier v of the constraint makes Q p = -v e. Q is singular where the
  // pairs agree; with e e^T, which adds the same number to p^T Q p for all p of the sum 1, it is positive
  // definite, and (Q + e e^T) p = (1 - v) e says the same.
  Eigen::MatrixXd Q = Eigen::MatrixXd::Ones(n, n);
  auto pair = of_pairs.begin();
  for (Eigen::Index a = 0; a < n; ++a)
    for (Eigen::Index b = a + 1; b < n; ++b) {
      const double r = std::clamp(*pair++, least, 1 - least), back = 1 - r;  // of a, and of b
      Q(a, a) += back * back;
      Q(b, b) += r * r;
      Q(a, b) -= r * back;
      Q(b, a) = Q(a, b);
    }
  // No p_a of the solution is negative but by rounding.
  const Eigen::VectorXd p = Q.llt().solve(Eigen::VectorXd::Ones(n)).cwiseMax(0.0);
  const double sum = p.sum();
  std::vector<double> probabilities(classes);
  for (Eigen::Index a = 0; a < n; ++a) probabilities[static_cast<std::size_t>(a)] = p[a] / sum;
  return probabilities;
}

}  // namespace sketchbench
