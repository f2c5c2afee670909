#include "experiments/construction_time/figure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include <sketchbench/core/text.hpp>
#include <sketchbench/report/group_words.hpp>
#include <sketchbench/report/missing_runs.hpp>
#include <sketchbench/report/provenance/provenance.hpp>
#include <sketchbench/report/words.hpp>

namespace sketchbench {
namespace {

FigureSeries series_of(const TimeCurve& curve) {
  FigureSeries series;
  series.key = curve.any().method;
  series.label = method_title(curve.any());
  series.kernel = curve.any().kernel.display();
  for (const TimedMap* map : curve.points) {
    if (!map->time) continue;
    const Quartiles& seconds = map->time->total.cpu_quartiles;
    series.points.push_back({.x = static_cast<double>(map->D),
                             .y = seconds.median,
                             .low = seconds.q1,
                             .high = seconds.q3,
                             .records = {map->done.front().id}});
  }
  return series;
}

Panel panel_of(const TimePanel& times) {
  Panel panel;
  panel.title = times.title;
  panel.dataset = times.any().dataset.name;
  // A power of D is a straight line on logarithmic axes, and its exponent the slope.
  panel.x = {.label = times.d_is_D ? "random features D = columns d" : "random features D",
             .logarithmic = true,
             .low = {},
             .high = {}};
  panel.y = {.label = "CPU time (s)", .logarithmic = true, .low = {}, .high = {}};
  for (const TimeCurve& curve : times.curves) panel.series.push_back(series_of(curve));
  return panel;
}

/// One axis of time for all panels: what a larger d costs is then seen from one to the next.
void share_time_axis(std::vector<Panel>& panels) {
  constexpr double margin = 1.25;
  double low = HUGE_VAL, high = 0;
  for (const Panel& panel : panels)
    for (const FigureSeries& series : panel.series)
      for (const FigurePoint& point : series.points) {
        low = std::min(low, *point.low);
        high = std::max(high, *point.high);
      }
  if (!(low > 0 && high > 0)) return;  // nothing to draw
  for (Panel& panel : panels) {
    panel.y.low = low / margin;
    panel.y.high = high * margin;
  }
}

std::string joined(const std::set<std::string>& words) { return fmt::format("{}", fmt::join(words, ", ")); }

/// "10,000 rows with it; median and quartiles of 7 repeats": from the records, in case they differ.
std::string measured_text(const ConstructionTimes& times) {
  std::set<std::string> rows, repeats;
  for (const TimedMap& map : times.maps) {
    if (!map.time) continue;
    rows.insert(with_commas(map.time->rows));
    repeats.insert(std::to_string(map.time->repeats));
  }
  return fmt::format("{} rows with it; median and quartiles of {} repeats, each with a map of its own seed",
                     joined(rows), joined(repeats));
}

std::string kernels_text(const Config& config) {
  std::vector<std::string> kernels;
  for (const Kernel& kernel : config.kernels) kernels.push_back(kernel.display());
  return fmt::format("{}", fmt::join(kernels, ", "));
}

/// "Adult, d = 123: TS D^1.08 ± 0.03 (claimed 1.15), RM published D^1.00 ± 0.02 (claimed 1.00)."
std::string growth_line(const TimePanel& panel) {
  std::vector<std::string> parts;
  for (const TimeCurve& curve : panel.curves) {
    if (!curve.growth) continue;
    std::string part =
        fmt::format("{} {}", method_short(curve.any().method_label), growth_text(*curve.growth));
    if (curve.claimed_exponent) part += fmt::format(" (claimed {:.2f})", *curve.claimed_exponent);
    parts.push_back(std::move(part));
  }
  return parts.empty() ? "" : fmt::format(" {}: {}.", panel.title, fmt::join(parts, ", "));
}

std::string caption_of(const ConstructionTimes& times) {
  std::string caption =
      fmt::format("CPU time to draw a map for {} and to map {}. One thread, no other run beside it.",
                  kernels_text(times.config), measured_text(times));
  caption += Provenance(pointers_to(times.maps)).sentences();
  std::string growth;
  for (const TimePanel& panel : times.panels) growth += growth_line(panel);
  if (growth.empty()) return caption;
  return caption +
         fmt::format(
             " Growth with D, fitted to the medians by least squares on logarithms (± 95 % confidence), "
             "beside that of the operations that are claimed for a row, fitted at the same D: {}.",
             claims_text(times)) +
         growth;
}

}  // namespace

std::string growth_text(const PowerLaw& law) { return "D^" + exponent_text(law); }

Figure construction_time_figure(const ConstructionTimes& times) {
  Figure figure;
  figure.name = times.config.name;
  figure.number = times.config.figure ? times.config.figure->number : "";
  figure.title = times.config.title;
  for (const TimePanel& panel : times.panels) figure.panels.push_back(panel_of(panel));
  share_time_axis(figure.panels);
  figure.columns = static_cast<int>(std::clamp<std::size_t>(figure.panels.size(), 1, 2));
  figure.missing = lines_about_missing_runs(times.config, pointers_to(times.maps));
  if (has_points(figure)) figure.caption = caption_of(times);
  return figure;
}

}  // namespace sketchbench
