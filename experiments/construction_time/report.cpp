#include "experiments/construction_time/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <set>

#include <sketchbench/core/text.hpp>
#include <sketchbench/report/group_words.hpp>
#include <sketchbench/report/provenance/provenance.hpp>
#include <sketchbench/report/result_report.hpp>
#include <sketchbench/report/results/result_figure.hpp>
#include <sketchbench/report/table_cells.hpp>
#include <sketchbench/report/words.hpp>
#include "experiments/construction_time/notes.hpp"
#include "experiments/construction_time/times.hpp"

namespace sketchbench {
namespace {

/// "D^1.08 ± 0.03"; "D^1.08" without an interval.
std::string growth_text(const PowerLaw& law) { return "D^" + exponent_text(law); }

/// Three digits in the unit that fits: the times of one figure lie orders of magnitude apart.
std::string seconds_text(double seconds) {
  const auto [value, unit] = seconds < 1e-3 ? std::pair(seconds * 1e6, "µs")
                             : seconds < 1  ? std::pair(seconds * 1e3, "ms")
                                            : std::pair(seconds, "s");
  return fmt::format("{:.{}f} {}", value, value < 9.995 ? 2 : value < 99.95 ? 1 : 0, unit);
}

/// How many times as long as the reference the map takes.
TableCell ratio_cell(const TimedMap& map, const TimePanel& panel) {
  const TimedMap* other = panel.find_reference(map.D);
  if (other == nullptr || map.method_label == other->method_label || !of_one_processor({&map, other}))
    return one_line("");
  TableCell cell = number_cell(
      fmt::format("{:.2f}×", map.time->total.cpu_quartiles.median / other->time->total.cpu_quartiles.median),
      map);
  cell[0].results.push_back(other->id());
  return cell;
}

/// "5.9 – 6.3": where that ratio lies.
TableCell interval_cell(const TimedMap& map, const TimePanel& panel, double confidence) {
  const std::optional<SpeedUp> ratio = time_against_reference(map, panel, confidence);
  return one_line(ratio ? fmt::format("{:.3g} – {:.3g}", ratio->times.low, ratio->times.high) : "");
}

/// "TS"
std::string reference_title(const ConstructionTimes& times) {
  return times.panels.empty() ? "" : method_short(times.panels.front().reference().any());
}

Table growth_table(const ConstructionTimes& times) {
  Table table;
  table.caption = "Growth of the time with D";
  table.remarks = {fmt::format(
      "The exponent of a power law, {}; beside it the exponent of the operations that are claimed for a row, "
      "fitted at the same D: {}.",
      exponent_remark("medians"), claims_text(times))};
  table.columns = {
      {{"Data"}, false}, {{"Method"}, false}, {{"Points"}, true}, {{"Measured"}, true}, {{"Claimed"}, true}};
  for (const TimePanel& panel : times.panels)
    for (const TimeCurve& curve : panel.curves) {
      if (!curve.growth) continue;
      TableCell measured = one_line(growth_text(*curve.growth), Tone::strong);
      for (const TimedMap* map : curve.points)
        if (map->time) measured[0].results.push_back(map->id());
      table.rows.push_back(
          {one_line(panel.title), one_line(method_short(curve.any())),
           one_line(std::to_string(curve.growth->points)), std::move(measured),
           one_line(curve.claimed_exponent ? fmt::format("D^{:.2f}", *curve.claimed_exponent) : "")});
    }
  table.notes = Provenance(pointers_to(times.maps)).lines();
  return table;
}

const TimePanel& panel_of(const TimedMap& map, const ConstructionTimes& times) {
  return *std::ranges::find_if(times.panels, [&](const TimePanel& panel) {
    return std::ranges::any_of(panel.curves, [&](const TimeCurve& curve) {
      return std::ranges::find(curve.points, &map) != curve.points.end();
    });
  });
}

/// Seconds are CPU seconds.
Quantities<TimedMap> quantities(const ConstructionTimes& times) {
  using Time = ConstructionTime;
  constexpr Digits microseconds = {.count = 6, .decimals = true};
  constexpr auto of = [](auto member) { return of_result<Time>(member); };
  const auto seconds = [&](const char* key, std::vector<std::string> heading, RepeatedTimes Time::*phase,
                           double Quartiles::*which) {
    const auto value = [=](const Time& time) { return (time.*phase).cpu_quartiles.*which; };
    return Quantity<TimedMap>(
        {.key = key,
         .heading = std::move(heading),
         .axis = "CPU time (s)",
         .form = Form::seconds,
         .digits = microseconds},
        of_result<Time>([=](const Time& time) {
          Value bar(value(time));
          bar.low = (time.*phase).cpu_quartiles.q1;
          bar.high = (time.*phase).cpu_quartiles.q3;
          return bar;
        }),
        [=](const TimedMap& map) { return one_line(seconds_text(value(*map.time)) + process_mark(map)); });
  };
  Quantities<TimedMap> all = {
      {{.key = "d", .heading = {"d"}, .form = Form::count},
       [](const TimedMap& map) { return map.d > 0 ? Value(map.d) : Value(Sample()); }},
      {{.key = "D", .form = Form::count}, &TimedMap::D},
      {{.key = "n", .form = Form::count}, of(&Time::rows)},
      {{.key = "repeats", .form = Form::count}, of(&Time::repeats)},
      seconds("median_s", {"Median"}, &Time::total, &Quartiles::median),
      for_people_alone<TimedMap>({.heading = {"Quartiles"}},
                                 [](const TimedMap& map) {
                                   const Quartiles& total = map.time->total.cpu_quartiles;
                                   return one_line(fmt::format("{} – {}", seconds_text(total.q1),
                                                               seconds_text(total.q3)));
                                 }),
      seconds("q1_s", {}, &Time::total, &Quartiles::q1),
      seconds("q3_s", {}, &Time::total, &Quartiles::q3),
      seconds("min_s", {"Fastest"}, &Time::total, &Quartiles::min),
      seconds("build_median_s", {"Drawing", "the map"}, &Time::build, &Quartiles::median),
      for_people_alone<TimedMap>(
          {.heading = {"Against", reference_title(times)}},
          [&times](const TimedMap& map) { return ratio_cell(map, panel_of(map, times)); }),
      for_people_alone<TimedMap>({.heading = {"Interval"}},
                                 [&times, confidence = ratio_confidence(times)](const TimedMap& map) {
                                   return interval_cell(map, panel_of(map, times), confidence);
                                 }),
      {{.key = "total_s", .form = Form::seconds, .place = ColumnPlace::nowhere},
       of([](const Time& time) { return time.total.cpu; })},
      {{.key = "map_bytes", .form = Form::bytes, .place = ColumnPlace::nowhere}, of(&Time::map_bytes)},
      {{.key = "claimed_operations", .place = ColumnPlace::nowhere}, claimed_operations_of}};
  return all;
}

std::vector<Text> warnings_of(const ConstructionTimes& times) {
  const double most = longest_wait(times);
  if (most <= shared_processor_wait) return {};
  return {{fmt::format("Other programs used the processor meanwhile: by the wall clock, repeats took up to "
                       "{:.1f} times their CPU time. Measure again on a machine that does nothing else.",
                       most),
           Tone::warning}};
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
    std::string part = fmt::format("{} {}", method_short(curve.any()), growth_text(*curve.growth));
    if (curve.claimed_exponent) part += fmt::format(" (claimed {:.2f})", *curve.claimed_exponent);
    parts.push_back(std::move(part));
  }
  return parts.empty() ? "" : fmt::format(" {}: {}.", panel.title, fmt::join(parts, ", "));
}

std::string caption_of(const ConstructionTimes& times) {
  std::string caption =
      fmt::format("CPU time to draw a map for {} and to map {}. One thread, no other run beside it.",
                  kernels_text(times.config), measured_text(times));
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

/// Figure 2: median with quartiles; the caption has the fitted growth beside the paper's claims.
Figure figure_of(const ConstructionTimes& times, const ResultTable& table) {
  const auto panel_of_group = [&](const RunGroup& group) -> const TimePanel& {
    return panel_of(static_cast<const TimedMap&>(group), times);
  };
  // A power of D is a straight line on logarithmic axes, and its exponent the slope.
  Figure figure =
      result_figure(table, {.y = "median_s",
                            .x_label = "random features D",
                            .logarithmic_D = true,
                            .caption = caption_of(times),
                            .panel = [&](const RunGroup& group) { return panel_of_group(group).title; },
                            .most_columns = 2,
                            .one_y_axis = true});
  for (Panel& panel : figure.panels)
    if (std::ranges::find(times.panels, panel.title, &TimePanel::title)->d_is_D)
      panel.x.label = "random features D = columns d";
  return figure;
}

}  // namespace

Report construction_time_report(const Config& config, const ReportSources& sources) {
  const auto results = std::make_shared<const ConstructionTimes>(construction_times(config, sources));
  const ConstructionTimes& times = *results;
  ResultTable table = owned_result_table(results, times.maps, quantities(times));
  for (std::size_t i = 0; i < times.maps.size(); ++i)
    table.rows[i].curve = panel_of(times.maps[i], times).title;
  Report report = result_report(table, times.left_out,
                                {.main = "median_s",
                                 .methods = "Method",
                                 .quick_effect = "the times mean little",
                                 .warnings = warnings_of(times),
                                 .tables = {growth_table(times)},
                                 .notes = construction_time_notes(times)});
  report.figures = {figure_of(times, table)};
  return report;
}

}  // namespace sketchbench
