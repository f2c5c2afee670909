#pragma once
#include <optional>
#include <span>
#include <string>

namespace sketchbench {

/// y = factor * x^exponent.
struct PowerLaw {
  double factor = 0, exponent = 0;
  /// The exponent's 95 % confidence interval is exponent ± this: Student's t, from the scatter about the
  /// line, so it covers what is not a power law as well as noise. None for two points, which have no scatter.
  std::optional<double> exponent_error;
  int points = 0;

  double operator()(double x) const;
};

/// Least squares on logarithms, so that a relative error counts the same at every size. x and y must have the
/// same length (Error). None where there is no such law to fit: fewer than two different x, or a number that
/// is not positive and finite.
std::optional<PowerLaw> fit_power_law(std::span<const double> x, std::span<const double> y);

/// "1.08", with a true minus sign.
std::string exponent_text(double exponent);
/// "1.08 ± 0.03"; "1.08" without an interval.
std::string exponent_text(const PowerLaw& law);

}  // namespace sketchbench
