#include <sketchbench/report/figure/power_law.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <vector>

#include <sketchbench/core/error.hpp>

namespace sketchbench {
namespace {

bool has_logarithms(std::span<const double> values) { return std::ranges::all_of(values, has_logarithm); }

std::vector<double> logarithms(std::span<const double> values) {
  std::vector<double> result;
  result.reserve(values.size());
  for (const double value : values) result.push_back(std::log(value));
  return result;
}

double mean(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

}  // namespace

double PowerLaw::operator()(double x) const { return factor * std::pow(x, exponent); }

bool has_logarithm(double value) { return value > 0 && std::isfinite(value); }

std::optional<PowerLaw> fit_power_law(std::span<const double> x, std::span<const double> y,
                                      double confidence) {
  if (x.size() != y.size())
    throw Error(fmt::format("a power law through {} values of x and {} of y", x.size(), y.size()));
  if (x.empty() || !has_logarithms(x) || !has_logarithms(y)) return std::nullopt;
  if (std::ranges::min(x) == std::ranges::max(x)) return std::nullopt;

  const std::vector<double> u = logarithms(x), v = logarithms(y);
  const double u_mean = mean(u), v_mean = mean(v);
  double uu = 0, uv = 0;
  for (std::size_t i = 0; i < u.size(); ++i) {
    uu += (u[i] - u_mean) * (u[i] - u_mean);
    uv += (u[i] - u_mean) * (v[i] - v_mean);
  }
  PowerLaw law;
  law.points = static_cast<int>(u.size());
  law.exponent = uv / uu;
  law.factor = std::exp(v_mean - law.exponent * u_mean);

  if (law.points < fewest_points) return law;
  const double freedom = static_cast<double>(u.size()) - 2;
  double residuals = 0;
  for (std::size_t i = 0; i < u.size(); ++i) {
    const double residual = v[i] - v_mean - law.exponent * (u[i] - u_mean);
    residuals += residual * residual;
  }
  const double t = boost::math::quantile(boost::math::students_t(freedom), (1 + confidence) / 2);
  law.exponent_error = t * std::sqrt(residuals / freedom / uu);
  return law;
}

std::string exponent_remark(std::string_view points) {
  return fmt::format(
      "fitted to the {} by least squares on logarithms, ± half the width of its 95 % confidence interval",
      points);
}

std::string exponent_text(double exponent) {
  const std::string digits = fmt::format("{:.2f}", std::abs(exponent));
  return exponent < 0 && digits != "0.00" ? "−" + digits : digits;
}

std::string exponent_text(const PowerLaw& law) {
  return law.exponent_error ? fmt::format("{} ± {:.2f}", exponent_text(law.exponent), *law.exponent_error)
                            : exponent_text(law.exponent);
}

}  // namespace sketchbench
