#include "papers/ijcai15/curve_comparison.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>

#include "report/figure/power_law.hpp"

namespace sketchbench::ijcai15 {
namespace {

constexpr double confidence = 0.95;
constexpr int fewest_points = 3;  ///< that have a scatter about a line

/// Numbers of each run at each of some points.
using ByRun = std::vector<std::map<int, double>>;

/// exp of the mean over points, for each run that has all of them, and the interval over runs.
OfPoints geometric_mean(const ByRun& logarithms) {
  OfPoints result{.number = {}, .points = static_cast<int>(logarithms.size())};
  if (logarithms.empty()) return result;
  std::vector<double> of_run;
  for (const auto& [run, first] : logarithms.front()) {
    double sum = 0;
    const bool has_all = std::ranges::all_of(logarithms, [&, run = run](const auto& point) {
      const auto found = point.find(run);
      if (found == point.end()) return false;
      sum += found->second;
      return true;
    });
    if (has_all) of_run.push_back(sum / static_cast<double>(logarithms.size()));
  }
  if (of_run.empty()) return {};
  if (of_run.size() == 1)
    result.number = {std::exp(of_run[0]), 0, std::numeric_limits<double>::infinity()};
  else {
    const MeanInterval interval = mean_interval(of_run, confidence);
    result.number = {std::exp(interval.mean), std::exp(interval.low), std::exp(interval.high)};
  }
  return result;
}

const CurvePoint* point_at(const ErrorCurve& curve, double l) {
  const auto found = std::ranges::find(curve.points, l, &CurvePoint::l);
  return found == curve.points.end() ? nullptr : &*found;
}

bool has_logarithm(double value) { return value > 0 && std::isfinite(value); }

/// log(a / b) for the runs of both; empty where one of them has no logarithm.
std::map<int, double> log_ratios(const std::map<int, double>& a, const std::map<int, double>& b) {
  std::map<int, double> ratios;
  for (const auto& [run, value] : a) {
    const auto found = b.find(run);
    if (found == b.end()) continue;
    if (!has_logarithm(value) || !has_logarithm(found->second)) return {};
    ratios[run] = std::log(value / found->second);
  }
  return ratios;
}

double geometric_mean_of(const std::map<int, double>& values) {
  double sum = 0;
  for (const auto& [run, value] : values) sum += std::log(value);
  return std::exp(sum / static_cast<double>(values.size()));
}

double arithmetic_mean(const std::map<int, double>& values) {
  double sum = 0;
  for (const auto& [run, value] : values) sum += value;
  return sum / static_cast<double>(values.size());
}

/// x and y of a line to be drawn.
struct Line {
  std::vector<double> x, y;
};

/// The mean errors against l.
Line mean_line(const ErrorCurve& curve) {
  Line line;
  for (const CurvePoint& point : curve.points)
    if (const double mean = geometric_mean_of(point.error); has_logarithm(mean)) {
      line.x.push_back(point.l);
      line.y.push_back(mean);
    }
  return line;
}

/// The errors of one run against l, or against time.
Line line_of_run(const ErrorCurve& curve, int run, bool by_time) {
  Line line;
  std::vector<const CurvePoint*> points;
  for (const CurvePoint& point : curve.points) points.push_back(&point);
  if (by_time) std::ranges::stable_sort(points, {}, &CurvePoint::seconds);
  for (const CurvePoint* point : points) {
    const auto found = point->error.find(run);
    const double x = by_time ? point->seconds : point->l;
    if (found == point->error.end() || !has_logarithm(found->second) || !has_logarithm(x)) continue;
    if (!line.x.empty() && line.x.back() == x) continue;
    line.x.push_back(x);
    line.y.push_back(found->second);
  }
  return line;
}

Line time_line(const ErrorCurve& curve) {
  Line line;
  for (const CurvePoint& point : curve.points)
    if (has_logarithm(point.seconds)) {
      line.x.push_back(point.l);
      line.y.push_back(point.seconds);
    }
  return line;
}

/// Through two points, y at x, in logarithms.
double between(double x0, double y0, double x1, double y1, double x) {
  const double share = std::log(x / x0) / std::log(x1 / x0);
  return y0 * std::pow(y1 / y0, share);
}

OfPoints exponent_of(const Line& line) {
  OfPoints result{.number = {}, .points = static_cast<int>(line.x.size())};
  const auto law = fit_power_law(line.x, line.y);
  if (law && law->points >= fewest_points)
    result.number = {law->exponent, law->exponent - *law->exponent_error,
                     law->exponent + *law->exponent_error};
  return result;
}

}  // namespace

OfPoints error_ratio(const ErrorCurve& one, const ErrorCurve& other) {
  ByRun logarithms;
  for (const CurvePoint& point : one.points)
    if (const CurvePoint* beside = point_at(other, point.l))
      if (auto ratios = log_ratios(point.error, beside->error); !ratios.empty())
        logarithms.push_back(std::move(ratios));
  return geometric_mean(logarithms);
}

OfPoints error_ratio_at_equal_time(const ErrorCurve& one, const ErrorCurve& other) {
  ByRun logarithms;
  for (const CurvePoint& point : one.points) {
    std::map<int, double> beside;
    for (const auto& [run, error] : point.error) {
      const Line line = line_of_run(other, run, true);
      if (const auto value = interpolated(line.x, line.y, point.seconds)) beside[run] = *value;
    }
    if (auto ratios = log_ratios(point.error, beside); !ratios.empty())
      logarithms.push_back(std::move(ratios));
  }
  return geometric_mean(logarithms);
}

Crossing crossing(std::span<const double> x, std::span<const double> y, double level) {
  if (y[0] <= level) return {Crossing::Place::before, x[0]};
  for (std::size_t i = 1; i < x.size(); ++i)
    if (y[i] <= level) return {Crossing::Place::inside, between(y[i - 1], x[i - 1], y[i], x[i], level)};
  return {Crossing::Place::beyond, x.back()};
}

std::optional<double> interpolated(std::span<const double> x, std::span<const double> y, double at) {
  if (x.empty() || at < x.front() || at > x.back()) return std::nullopt;
  const auto above = static_cast<std::size_t>(std::ranges::lower_bound(x, at) - x.begin());
  if (x[above] == at) return y[above];
  return between(x[above - 1], y[above - 1], x[above], y[above], at);
}

std::vector<FeatureCount> feature_counts(const ErrorCurve& one, const ErrorCurve& other) {
  const Line reached = mean_line(other), times = time_line(other);
  std::vector<FeatureCount> counts;
  if (reached.x.empty()) return counts;
  for (const CurvePoint& point : one.points) {
    const double error = geometric_mean_of(point.error);
    if (!has_logarithm(error)) continue;
    const Crossing count = crossing(reached.x, reached.y, error);
    const auto seconds =
        count.place == Crossing::Place::inside ? interpolated(times.x, times.y, count.x) : std::nullopt;
    counts.push_back({point.l, count, point.seconds, seconds});
  }
  return counts;
}

OfPoints count_exponent(const std::vector<FeatureCount>& counts) {
  Line line;
  for (const FeatureCount& count : counts)
    if (count.count.place == Crossing::Place::inside) {
      line.x.push_back(count.l);
      line.y.push_back(count.count.x);
    }
  return exponent_of(line);
}

OfPoints feature_share(const ErrorCurve& one, const ErrorCurve& other) {
  ByRun logarithms;
  for (const CurvePoint& point : one.points) {
    std::map<int, double> shares;
    for (const auto& [run, error] : point.error) {
      const Line line = line_of_run(other, run, false);
      if (!line.x.empty() && has_logarithm(error))
        shares[run] = std::log(point.l / crossing(line.x, line.y, error).x);
    }
    if (!shares.empty()) logarithms.push_back(std::move(shares));
  }
  return geometric_mean(logarithms);
}

OfPoints error_exponent(const ErrorCurve& curve, bool may_be_negative) {
  Line line;
  for (const CurvePoint& point : curve.points) {
    const double mean = may_be_negative ? arithmetic_mean(point.error) : geometric_mean_of(point.error);
    if (!has_logarithm(mean)) continue;
    line.x.push_back(point.l);
    line.y.push_back(mean);
  }
  return exponent_of(line);
}

}  // namespace sketchbench::ijcai15
