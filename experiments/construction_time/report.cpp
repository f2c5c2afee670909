#include "experiments/construction_time/report.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/text.hpp"
#include "experiments/construction_time/figure.hpp"
#include "experiments/construction_time/notes.hpp"
#include "experiments/construction_time/times.hpp"
#include "report/csv.hpp"
#include "report/provenance/provenance.hpp"
#include "report/report_frame.hpp"
#include "report/table_cells.hpp"
#include "report/words.hpp"

namespace sketchbench {
namespace {

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
  TableCell cell =
      number_cell(fmt::format("{:.2f}×", map.time->total.median / other->time->total.median), map);
  cell[0].results.push_back(other->id());
  return cell;
}

/// "5.9 – 6.3": where that ratio lies.
TableCell interval_cell(const TimedMap& map, const TimePanel& panel, double confidence) {
  const std::optional<SpeedUp> ratio = time_against_reference(map, panel, confidence);
  return one_line(ratio ? fmt::format("{:.3g} – {:.3g}", ratio->times.low, ratio->times.high) : "");
}

std::vector<TableCell> time_row(const TimedMap& map, const TimePanel& panel, std::size_t columns,
                                double confidence) {
  std::vector<TableCell> row = {one_line(map.dataset_title()), one_line(map.kernel.display()),
                                one_line(method_short(map.method_label)),
                                one_line(map.d > 0 ? with_commas(map.d) : ""), one_line(with_commas(map.D))};
  if (!map.time) {
    const Text status = status_text(map);
    row.push_back(one_line(status.text, status.tone));
    row.resize(columns, one_line(""));
    return row;
  }
  const ConstructionTime& time = *map.time;
  row.push_back(number_cell(seconds_text(time.total.median) + process_mark(map), map, Tone::strong));
  row.push_back(one_line(fmt::format("{} – {}", seconds_text(time.total.q1), seconds_text(time.total.q3))));
  row.push_back(one_line(seconds_text(time.total.min)));
  row.push_back(one_line(seconds_text(time.build.median)));
  row.push_back(ratio_cell(map, panel));
  row.push_back(interval_cell(map, panel, confidence));
  return row;
}

/// "TS"
std::string reference_title(const ConstructionTimes& times) {
  return times.panels.empty() ? "" : method_short(times.panels.front().reference().any().method_label);
}

Table time_table(const ConstructionTimes& times) {
  Table table;
  table.caption = times.config.title;
  table.columns = {{{"Data set"}, false},
                   {{"Kernel"}, false},
                   {{"Method"}, false},
                   {{"d"}, true},
                   {{"D"}, true},
                   {{"Median"}, true},
                   {{"Quartiles"}, true},
                   {{"Fastest"}, true},
                   {{"Drawing", "the map"}, true},
                   {{"Against", reference_title(times)}, true},
                   {{"Interval"}, true}};
  const double confidence = ratio_confidence(times);
  for (const TimePanel& panel : times.panels)
    for (const TimeCurve& curve : panel.curves)
      for (const TimedMap* map : curve.points)
        table.rows.push_back(time_row(*map, panel, table.columns.size(), confidence));
  table.notes = time_table_notes(pointers_to(times.maps), Explanations::for_config(times.config));
  return table;
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
          {one_line(panel.title), one_line(method_short(curve.any().method_label)),
           one_line(std::to_string(curve.growth->points)), std::move(measured),
           one_line(curve.claimed_exponent ? fmt::format("D^{:.2f}", *curve.claimed_exponent) : "")});
    }
  table.notes = Provenance(pointers_to(times.maps)).lines();
  return table;
}

ReportParts parts_of(const ConstructionTimes& times) {
  ReportParts parts;
  parts.quick_limits = "fewer rows and repeats";
  parts.quick_effect = "the times mean little";
  if (const double most = longest_wait(times); most > shared_processor_wait)
    parts.warnings.push_back(
        {fmt::format("Other programs used the processor meanwhile: by the wall clock, repeats took up to "
                     "{:.1f} times their CPU time. Measure again on a machine that does nothing else.",
                     most),
         Tone::warning});
  parts.tables = {time_table(times)};
  if (Table growth = growth_table(times); !growth.rows.empty()) parts.tables.push_back(std::move(growth));
  parts.notes = construction_time_notes(times);
  return parts;
}

/// A column of what only a map that was timed has.
template <class Field>
CsvColumn<TimedMap> timed_column(const char* name, Field field) {
  return {name, [field](const TimedMap& map) { return map.time ? field(*map.time) : std::string(); }};
}

CsvColumn<TimedMap> seconds_column(const char* name, Quartiles ConstructionTime::*phase,
                                   double Quartiles::*which) {
  return timed_column(name,
                      [=](const ConstructionTime& time) { return csv_number((time.*phase).*which, 6); });
}

/// Seconds are CPU seconds.
CsvColumns<TimedMap> columns() {
  using Time = ConstructionTime;
  return group_columns<TimedMap>(
      {{"d", [](const TimedMap& map) { return map.d > 0 ? std::to_string(map.d) : ""; }},
       {"D", [](const TimedMap& map) { return std::to_string(map.D); }},
       timed_column("n", [](const Time& time) { return std::to_string(time.rows); }),
       timed_column("repeats", [](const Time& time) { return std::to_string(time.repeats); }),
       seconds_column("median_s", &Time::total, &Quartiles::median),
       seconds_column("q1_s", &Time::total, &Quartiles::q1),
       seconds_column("q3_s", &Time::total, &Quartiles::q3),
       seconds_column("min_s", &Time::total, &Quartiles::min),
       seconds_column("build_median_s", &Time::build, &Quartiles::median)});
}

}  // namespace

Report construction_time_report(const Config& config, const ReportSources& sources) {
  const ConstructionTimes times = construction_times(config, sources);
  Report report = framed_report({times.config, pointers_to(times.maps), times.left_out}, parts_of(times));
  report.csv = table_of_groups(columns(), times.maps);
  report.figures = {construction_time_figure(times)};
  return report;
}

}  // namespace sketchbench
