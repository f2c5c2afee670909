#include <sketchbench/report/claims/curve_comparison.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include <sketchbench/report/contrast.hpp>
#include <sketchbench/report/figure/power_law.hpp>
#include <sketchbench/report/statistics.hpp>

namespace sketchbench {
namespace {

/// A number of each run at an l.
struct ByRun {
  double l;
  std::map<int, double> value;
};

/// The numbers of each run that has one at every point, in the points' order.
std::vector<std::vector<double>> complete_runs(const std::vector<ByRun>& points) {
  std::vector<std::vector<double>> runs;
  if (points.empty()) return runs;
  for (const auto& [run, first] : points.front().value) {
    std::vector<double> values;
    for (const ByRun& point : points)
      if (const auto found = point.value.find(run); found != point.value.end())
        values.push_back(found->second);
    if (values.size() == points.size()) runs.push_back(std::move(values));
  }
  return runs;
}

/// exp of the mean over points, and the interval over runs.
std::optional<MeanInterval> geometric_mean(const std::vector<ByRun>& logarithms, double confidence) {
  std::vector<double> of_run;
  for (const std::vector<double>& values : complete_runs(logarithms))
    of_run.push_back(std::reduce(values.begin(), values.end()) / static_cast<double>(values.size()));
  auto interval = mean_over_runs(of_run, confidence);
  if (interval) interval = exponential(*interval);
  return interval;
}

const CurvePoint* point_at(const ClaimCurve& curve, double l) {
  const auto found = std::ranges::find(curve.points, l, &CurvePoint::l);
  return found == curve.points.end() ? nullptr : &*found;
}

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

/// x and y of a line to be drawn.
struct Line {
  std::vector<double> x, y;
};

/// The mean values against l.
Line mean_line(const ClaimCurve& curve) {
  Line line;
  for (const CurvePoint& point : curve.points)
    if (const double mean = geometric_mean_of(point.value); has_logarithm(mean)) {
      line.x.push_back(point.l);
      line.y.push_back(mean);
    }
  return line;
}

/// The values of one run against l, or against the cost; none of a run that has only some of the points, as
/// where a part of them is of a configuration with more maps: its curve would end where they do.
Line line_of_run(const ClaimCurve& curve, int run, bool by_cost) {
  Line line;
  if (!std::ranges::all_of(curve.points, [&](const CurvePoint& p) { return p.value.contains(run); }))
    return line;
  std::vector<const CurvePoint*> points;
  for (const CurvePoint& point : curve.points) points.push_back(&point);
  if (by_cost) std::ranges::stable_sort(points, {}, &CurvePoint::cost);
  for (const CurvePoint* point : points) {
    const auto found = point->value.find(run);
    const double x = by_cost ? point->cost : point->l;
    if (found == point->value.end() || !has_logarithm(found->second) || !has_logarithm(x)) continue;
    if (!line.x.empty() && line.x.back() == x) continue;
    line.x.push_back(x);
    line.y.push_back(found->second);
  }
  return line;
}

Line cost_line(const ClaimCurve& curve) {
  Line line;
  for (const CurvePoint& point : curve.points)
    if (has_logarithm(point.cost)) {
      line.x.push_back(point.l);
      line.y.push_back(point.cost);
    }
  return line;
}

/// Through two points, y at x, in logarithms.
double between(double x0, double y0, double x1, double y1, double x) {
  const double share = std::log(x / x0) / std::log(x1 / x0);
  return y0 * std::pow(y1 / y0, share);
}

/// Where a point of `one` is left out because not every run of `other` has something to set beside it.
void leave_out(OfPoints& result, double l, Crossing::Place place) {
  (place == Crossing::Place::before ? result.before : result.beyond).push_back(l);
}

/// The other's number beside a point of the one, for each run of both, or where the first run is that has
/// none.
struct Beside {
  Crossing::Place place = Crossing::Place::inside;
  std::map<int, double> of_run = {};  ///< no run: the two have none in common that can be compared
};

/// How many features each run needs for the value that the same run has at the point.
Beside counts_beside(const CurvePoint& point, const ClaimCurve& other) {
  Beside beside;
  for (const auto& [run, value] : point.value) {
    const Line line = line_of_run(other, run, false);
    if (line.x.empty()) continue;
    if (!has_logarithm(value)) return {};
    const Crossing count = crossing(line.x, line.y, value);
    if (count.place != Crossing::Place::inside) return {.place = count.place};
    beside.of_run[run] = count.x;
  }
  return beside;
}

/// The value that each run has at the point's cost; beyond: at the largest that it has.
Beside values_beside(const CurvePoint& point, const ClaimCurve& other) {
  Beside beside;
  for (const auto& [run, value] : point.value) {
    const Line line = line_of_run(other, run, true);
    if (line.x.empty()) continue;
    if (point.cost < line.x.front()) return {.place = Crossing::Place::before};
    if (point.cost > line.x.back()) beside.place = Crossing::Place::beyond;
    beside.of_run[run] = interpolated(line.x, line.y, std::min(point.cost, line.x.back())).value();
  }
  return beside;
}

/// The counts of each run at each l where all of them are inside; what is left out goes to `result`.
std::vector<ByRun> counts_inside(const ClaimCurve& one, const ClaimCurve& other, OfPoints& result) {
  std::vector<ByRun> counts;
  for (const CurvePoint& point : one.points) {
    Beside beside = counts_beside(point, other);
    if (beside.place != Crossing::Place::inside)
      leave_out(result, point.l, beside.place);
    else if (!beside.of_run.empty())
      counts.push_back({point.l, std::move(beside.of_run)});
  }
  result.points = static_cast<int>(counts.size());
  return counts;
}

}  // namespace

OfPoints curve_ratio(const ClaimCurve& one, const ClaimCurve& other, double confidence) {
  std::vector<ByRun> logarithms;
  for (const CurvePoint& point : one.points)
    if (const CurvePoint* beside = point_at(other, point.l))
      if (auto ratios = log_ratios(point.value, beside->value); !ratios.empty())
        logarithms.push_back({point.l, std::move(ratios)});
  return {.number = geometric_mean(logarithms, confidence), .points = static_cast<int>(logarithms.size())};
}

OfPoints ratio_at_equal_cost(const ClaimCurve& one, const ClaimCurve& other, bool bounds_beyond,
                             double confidence) {
  OfPoints result;
  std::vector<ByRun> logarithms;
  for (const CurvePoint& point : one.points) {
    const Beside beside = values_beside(point, other);
    const bool beyond = beside.place == Crossing::Place::beyond;
    if (beside.place == Crossing::Place::before || (beyond && !bounds_beyond)) {
      leave_out(result, point.l, beside.place);
    } else if (auto ratios = log_ratios(point.value, beside.of_run); !ratios.empty()) {
      logarithms.push_back({point.l, std::move(ratios)});
      if (beyond) result.bounded.push_back(point.l);
    }
  }
  result.points = static_cast<int>(logarithms.size());
  if (result.points >= fewest_points) result.number = geometric_mean(logarithms, confidence);
  return result;
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

std::vector<FeatureCount> feature_counts(const ClaimCurve& one, const ClaimCurve& other) {
  const Line reached = mean_line(other), costs = cost_line(other);
  std::vector<FeatureCount> counts;
  if (reached.x.empty()) return counts;
  for (const CurvePoint& point : one.points) {
    const double mean = geometric_mean_of(point.value);
    if (!has_logarithm(mean)) continue;
    const Crossing count = crossing(reached.x, reached.y, mean);
    const auto cost =
        count.place == Crossing::Place::inside ? interpolated(costs.x, costs.y, count.x) : std::nullopt;
    counts.push_back({point.l, count, point.cost, cost});
  }
  return counts;
}

OfPoints count_exponent(const ClaimCurve& one, const ClaimCurve& other, double confidence) {
  OfPoints result;
  const std::vector<ByRun> counts = counts_inside(one, other, result);
  if (result.points < fewest_points) return result;
  std::vector<double> l, exponents;
  for (const ByRun& count : counts) l.push_back(count.l);
  for (const std::vector<double>& of_run : complete_runs(counts))
    if (const auto law = fit_power_law(l, of_run)) exponents.push_back(law->exponent);
  result.number = mean_over_runs(exponents, confidence);
  return result;
}

OfPoints count_share(const ClaimCurve& one, const ClaimCurve& other, double confidence) {
  OfPoints result;
  std::vector<ByRun> logarithms = counts_inside(one, other, result);
  if (result.points < fewest_points) return result;
  for (ByRun& point : logarithms)
    for (auto& [run, count] : point.value) count = std::log(point.l / count);
  result.number = geometric_mean(logarithms, confidence);
  return result;
}

OfPoints curve_exponent(const ClaimCurve& curve, bool beyond_less, double confidence) {
  OfPoints result;
  std::vector<double> l, less_at;
  std::vector<ByRun> values;
  for (const CurvePoint& point : curve.points) {
    const auto positive = [](const auto& of_run) { return has_logarithm(of_run.second); };
    if (!std::ranges::all_of(point.value, positive)) {
      result.not_positive.push_back(point.l);
      continue;
    }
    l.push_back(point.l);
    less_at.push_back(point.less);
    values.push_back({point.l, point.value});
  }
  result.points = static_cast<int>(l.size());
  const std::vector<std::vector<double>> runs = complete_runs(values);
  if (result.points < fewest_points || runs.empty()) return result;
  double less = 0;
  if (beyond_less) {
    const auto law = fit_power_law(l, less_at);
    if (!law) return result;
    less = law->exponent;
  }
  if (runs.size() == 1) {
    const auto law = fit_power_law(l, runs.front(), confidence);
    if (!law || !law->exponent_error) return result;
    const double exponent = law->exponent - less;
    result.number = {exponent, exponent - *law->exponent_error, exponent + *law->exponent_error};
    return result;
  }
  std::vector<double> exponents;
  for (const std::vector<double>& of_run : runs)
    if (const auto law = fit_power_law(l, of_run)) exponents.push_back(law->exponent - less);
  result.number = mean_over_runs(exponents, confidence);
  return result;
}

}  // namespace sketchbench
