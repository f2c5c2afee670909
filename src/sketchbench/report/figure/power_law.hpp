#pragma once
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace sketchbench {

/// y = factor * x^exponent.
struct PowerLaw {
  double factor = 0, exponent = 0;
  /// The exponent's confidence interval is exponent ± this: Student's t, from the scatter about the line, so
  /// it covers what is not a power law as well as noise. None for fewer than fewest_points.
  std::optional<double> exponent_error;
  int points = 0;

  double operator()(double x) const;
};

/// Points of a line that has a scatter about it, and so an interval of its exponent.
inline constexpr int fewest_points = 3;

/// Positive and finite.
bool has_logarithm(double value);

/// Least squares on logarithms, so that a relative error counts the same at every size. x and y must have the
/// same length (Error). `confidence` in (0, 1): of the exponent's interval. None where there is no such law
/// to fit: fewer than two different x, or a number that has no logarithm.
std::optional<PowerLaw> fit_power_law(std::span<const double> x, std::span<const double> y,
                                      double confidence = 0.95);

/// "fitted to the mean errors by least squares on logarithms, ± half the width of its 95 % confidence
/// interval": what tables say of the exponents of such laws. `points`: "mean errors".
std::string exponent_remark(std::string_view points);

/// "1.08", with a true minus sign.
std::string exponent_text(double exponent);
/// "1.08 ± 0.03"; "1.08" without an interval.
std::string exponent_text(const PowerLaw& law);

}  // namespace sketchbench
