#include <sketchbench/report/plot/axis_scale.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include <sketchbench/core/text.hpp>

namespace sketchbench {
namespace {

constexpr double air = 0.06;  // at each end, as a share of the axis
constexpr std::size_t fewest_labels = 2;
constexpr double slack = 1e-9;  // a tick on the very end of the axis counts as inside

struct Range {
  double low, high;
};

Range around(double value) {
  const double half = value == 0 ? 1 : 0.1 * std::abs(value);
  return {value - half, value + half};
}

Range with_air(const Axis& axis, const std::vector<double>& shown) {
  if (shown.empty()) return axis.logarithmic ? Range{1, 10} : Range{0, 1};
  const auto [least, most] = std::minmax_element(shown.begin(), shown.end());
  if (axis.logarithmic) {
    const double decades = std::max(std::log10(*most / *least), 0.3);
    const double factor = std::pow(10, air * decades);
    return {*least / factor, *most * factor};
  }
  if (*least == *most) return around(*least);
  const double margin = air * (*most - *least);
  return {*least - margin, *most + margin};
}

bool is_plain(double value) {
  const double size = std::abs(value);
  return value == 0 || (size < 1e5 && size >= 1e-3);
}

/// "0.05", "1,000"
std::string plain_label(double value) {
  if (std::abs(value) >= 1e3 && value == std::round(value)) return with_commas(std::llround(value));
  std::string text = fmt::format("{:g}", value);
  if (value < 0) text.replace(0, 1, "−");
  return text;
}

/// "10⁵", "2×10⁵"
std::string power_label(double value) {
  static constexpr std::array<const char*, 10> digits = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  const int exponent = static_cast<int>(std::floor(std::log10(std::abs(value)) + slack));
  const double factor = std::round(std::abs(value) / std::pow(10, exponent) * 1e6) / 1e6;
  std::string text = value < 0 ? "−" : "";
  if (exponent == 0) return text + fmt::format("{:g}", factor);
  if (factor != 1) text += fmt::format("{:g}×", factor);
  text += exponent < 0 ? "10⁻" : "10";
  for (const char digit : std::to_string(std::abs(exponent)))
    text += digits[static_cast<std::size_t>(digit - '0')];
  return text;
}

/// All of one axis are written alike.
void write_labels(std::vector<Tick>& ticks) {
  const bool plain =
      std::all_of(ticks.begin(), ticks.end(), [](const Tick& tick) { return is_plain(tick.at); });
  for (Tick& tick : ticks) tick.label = plain || tick.at == 0 ? plain_label(tick.at) : power_label(tick.at);
}

bool inside(double at, const AxisScale& scale) {
  const double room = slack * (scale.high - scale.low);
  return at >= scale.low - room && at <= scale.high + room;
}

std::vector<Tick> multiples_of(double step, const AxisScale& scale) {
  std::vector<Tick> ticks;
  const double room = slack * (scale.high - scale.low);
  for (double k = std::ceil((scale.low - room) / step); k * step <= scale.high + room; ++k) {
    const double at = k == 0 ? 0 : k * step;  // not -0
    ticks.push_back({at, ""});
  }
  write_labels(ticks);
  return ticks;
}

/// Multiples of the smallest round step that needs no more than `most` labels, or of one that needs a few
/// more when those would be fewer than two.
std::vector<Tick> even_ticks(const AxisScale& scale, std::size_t most) {
  std::vector<Tick> finer;
  for (double power = std::pow(10, std::floor(std::log10((scale.high - scale.low) / 20)));; power *= 10)
    for (const double factor : {1.0, 2.0, 2.5, 5.0}) {
      std::vector<Tick> ticks = multiples_of(factor * power, scale);
      if (ticks.size() <= most) return ticks.size() < fewest_labels ? finer : ticks;
      finer = std::move(ticks);
    }
}

/// Powers of ten times each of the factors; every `stride`-th power only.
std::vector<double> log_places(const AxisScale& scale, std::initializer_list<double> factors, int stride) {
  std::vector<double> places;
  const int first = static_cast<int>(std::floor(std::log10(scale.low)));
  const int last = static_cast<int>(std::ceil(std::log10(scale.high)));
  for (int power = first; power <= last; ++power) {
    if (power % stride != 0) continue;
    for (const double factor : factors)
      if (const double at = factor * std::pow(10, power); inside(at, scale)) places.push_back(at);
  }
  return places;
}

/// The finest of the usual places that needs no more than `most` labels.
std::vector<Tick> log_ticks(const AxisScale& scale, std::size_t most) {
  std::vector<double> labelled = log_places(scale, {1, 2, 5}, 1);
  if (labelled.size() > most) labelled = log_places(scale, {1, 3}, 1);
  int stride = 1;
  if (labelled.size() > most) labelled = log_places(scale, {1}, stride);
  while (labelled.size() > most) labelled = log_places(scale, {1}, ++stride);
  if (labelled.size() < fewest_labels) return even_ticks(scale, most);

  std::vector<Tick> ticks;
  for (const double at : labelled) ticks.push_back({at, ""});
  write_labels(ticks);
  const std::vector<double> between =
      stride == 1 ? log_places(scale, {1, 2, 3, 4, 5, 6, 7, 8, 9}, 1) : log_places(scale, {1}, 1);
  for (const double at : between)
    if (std::none_of(labelled.begin(), labelled.end(),
                     [&](double other) { return std::abs(at - other) < slack * at; }))
      ticks.push_back({at, ""});
  return ticks;
}

}  // namespace

AxisScale scale_x(const Panel& panel, int most_labels) {
  std::vector<double> values;
  for (const FigureSeries& series : panel.series)
    if (series.mark != Mark::level)
      for (const FigurePoint& point : series.points) values.push_back(point.x);
  AxisScale scale = scale_axis(panel.x, values, most_labels);
  if (!values.empty() && std::ranges::all_of(values, [&](double x) { return x == values.front(); })) {
    scale.ticks = {{values.front(), ""}};  // others would be of values that nothing was measured at
    write_labels(scale.ticks);
  }
  return scale;
}

AxisScale scale_y(const Panel& panel, int most_labels) {
  std::vector<double> values;
  for (const FigureSeries& series : panel.series)
    for (const FigurePoint& point : series.points) {
      values.push_back(point.y);
      if (point.low) values.push_back(*point.low);
      if (point.high) values.push_back(*point.high);
      if (series.mark == Mark::level) break;
    }
  return scale_axis(panel.y, values, most_labels);
}

bool AxisScale::can_show(double value) const { return std::isfinite(value) && (!logarithmic || value > 0); }

double AxisScale::share_of(double value) const {
  if (logarithmic) return std::log(value / low) / std::log(high / low);
  return (value - low) / (high - low);
}

double AxisScale::value_at(double share) const {
  if (logarithmic) return low * std::pow(high / low, share);
  return low + share * (high - low);
}

AxisScale scale_axis(const Axis& axis, std::span<const double> values, int most_labels) {
  AxisScale scale{.logarithmic = axis.logarithmic};
  std::vector<double> shown;
  std::copy_if(values.begin(), values.end(), std::back_inserter(shown),
               [&](double value) { return scale.can_show(value); });
  const Range range = with_air(axis, shown);
  scale.low = axis.low && scale.can_show(*axis.low) ? *axis.low : range.low;
  scale.high = axis.high && scale.can_show(*axis.high) ? *axis.high : range.high;
  if (!(scale.low < scale.high)) {  // an end that was asked for lies beyond all of the data
    scale.low = range.low;
    scale.high = range.high;
  }
  const auto most = static_cast<std::size_t>(std::max(most_labels, static_cast<int>(fewest_labels)));
  scale.ticks = scale.logarithmic ? log_ticks(scale, most) : even_ticks(scale, most);
  return scale;
}

}  // namespace sketchbench
