#include "experiments/sampling_theorems/rounding_checks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include <sketchbench/core/random.hpp>
#include <sketchbench/core/text.hpp>

namespace sketchbench {
namespace {

/// Which values Theorem 5 leaves alone.
enum class Trivial {
  below,          ///< f < T sqrt(log m), as printed: every negative value
  small_in_size,  ///< |f| < T sqrt(log m)
};

/// The relative errors of one rounding, over the points where not both values are trivial.
struct RelativeErrors {
  double largest = 0;
  Index nontrivial = 0, outside = 0;
};

RelativeErrors relative_errors(const Eigen::VectorXd& f, const Eigen::VectorXd& rounded, double threshold,
                               double epsilon, Trivial trivial) {
  RelativeErrors errors;
  const auto is_trivial = [&](double value) {
    return (trivial == Trivial::below ? value : std::abs(value)) < threshold;
  };
  for (Index x = 0; x < f.size(); ++x) {
    if (is_trivial(f[x]) && is_trivial(rounded[x])) continue;
    ++errors.nontrivial;
    // Divided by a zero it is beyond every epsilon, as it should be: the other value is not trivial.
    const double error = std::abs(rounded[x] - f[x]) / std::abs(f[x]);
    errors.outside += error > epsilon ? 1 : 0;
    errors.largest = std::max(errors.largest, error);
  }
  return errors;
}

/// The trials of one quantity, and what all of its points came to.
struct ErrorTrials {
  std::vector<Trial> trials;
  Index nontrivial = 0, outside = 0;

  void add(const RelativeErrors& errors, double epsilon, bool applies, Index points, const std::string& who) {
    trials.push_back(trial_of(epsilon, errors.largest));
    trials.back().applies = applies;
    trials.back().at =
        fmt::format("{}, {} of {} not trivial", who, errors.nontrivial, plural(points, "point"));
    nontrivial += errors.nontrivial;
    outside += errors.outside;
  }
  std::string remark() const {
    if (nontrivial == 0) return "every value is trivial: nothing to see";
    return fmt::format("{} of {} values that are not trivial are outside ε", with_commas(outside),
                       with_commas(nontrivial));
  }
};

}  // namespace

double RoundingTheorem::s(Index m) const { return 2 * c * std::sqrt(static_cast<double>(m)) / (epsilon * T); }

double RoundingTheorem::threshold(Index m) const { return T * std::sqrt(std::log(static_cast<double>(m))); }

std::vector<TheoremCheck> check_rounding(const Eigen::MatrixXd& alphas, const Eigen::MatrixXd& kernel_values,
                                         const RoundingTheorem& theorem, Index draws,
                                         const Rounding& rounding) {
  const Index m = alphas.rows(), points = kernel_values.cols();
  const auto rows = static_cast<double>(m);
  const double s = theorem.s(m), threshold = theorem.threshold(m),
               largest_T = theorem.c / theorem.epsilon * std::sqrt(rows / std::log(rows)),
               largest_value = kernel_values.cwiseAbs().maxCoeff();
  const bool applies = theorem.epsilon > 0 && theorem.epsilon < 2.0 / 3 && theorem.T <= largest_T &&
                       largest_value <= theorem.c;
  const double most = 4 * theorem.c * rows / (theorem.epsilon * theorem.T);

  std::vector<Trial> counts;
  ErrorTrials printed, in_size;
  const Eigen::MatrixXd exact = kernel_values.transpose() * alphas;
  for (Index n = 0; n < alphas.cols(); ++n)
    for (Index draw = 1; draw <= draws; ++draw) {
      const Seed seed =
          RandomStream(static_cast<Seed>(draw), "sampling_theorems.rounding", static_cast<std::uint64_t>(n))
              .bits64();
      const Eigen::VectorXd rounded = rounding(alphas.col(n), s, seed);
      const auto nonzero = static_cast<double>((rounded.array() != 0).count());
      counts.push_back(trial_of(most, nonzero));
      counts.back().applies = applies;
      counts.back().broken = nonzero >= most;  // "fewer than"
      counts.back().at = fmt::format("n = {}", n + 1);
      const Eigen::VectorXd f = exact.col(n), f_rounded = kernel_values.transpose() * rounded;
      const auto errors = [&](Trivial trivial) {
        return relative_errors(f, f_rounded, threshold, theorem.epsilon, trivial);
      };
      printed.add(errors(Trivial::below), theorem.epsilon, applies, points, counts.back().at);
      in_size.add(errors(Trivial::small_in_size), theorem.epsilon, applies, points, counts.back().at);
    }

  const std::string hypothesis = fmt::format(
      "0 < ε = {:.3g} < 2/3; T = {:.3g} is at most (c/ε)√(m/log m) = {:.3g}; values up to {:.3g}, "
      "c = {:.3g}",
      theorem.epsilon, theorem.T, largest_T, largest_value, theorem.c);
  const double one_point = std::min(1.0, 1 / (rows * rows * rows));
  const auto check = [&](const char* quantity, double allowed, const std::vector<Trial>& trials,
                         std::string remark) {
    return conclude({.theorem = "5",
                     .quantity = quantity,
                     .matrix = "",
                     .s = s,
                     .hypothesis = hypothesis,
                     .allowed = std::min(1.0, allowed)},
                    trials, std::move(remark));
  };
  const double all_points = static_cast<double>(points) * one_point;
  return {check("non-zero coefficients", one_point, counts,
                most > rows ? fmt::format("the bound is above m = {}", with_commas(m)) : ""),
          check("relative error, as printed", all_points, printed.trials, printed.remark()),
          check("relative error of |f|", all_points, in_size.trials, in_size.remark())};
}

}  // namespace sketchbench
