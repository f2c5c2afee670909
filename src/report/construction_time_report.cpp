#include "report/construction_time_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/text.hpp"
#include "report/construction_time_figure.hpp"
#include "report/construction_times.hpp"
#include "report/csv.hpp"
#include "report/group_notes.hpp"
#include "report/table_parts.hpp"
#include "report/words.hpp"

namespace sketchbench {
namespace {

constexpr const char* sketch = "tensor_sketch";

/// A cell that leads to the runs behind its number.
TableCell number_cell(std::string text, const TimedMap& map, Tone tone = Tone::plain) {
  TableCell cell = one_line(std::move(text), tone);
  cell[0].results = {map.id()};
  return cell;
}

/// Three digits in the unit that fits: the times of one figure lie orders of magnitude apart.
std::string seconds_text(double seconds) {
  const auto [value, unit] = seconds < 1e-3 ? std::pair(seconds * 1e6, "µs")
                             : seconds < 1  ? std::pair(seconds * 1e3, "ms")
                                            : std::pair(seconds, "s");
  return fmt::format("{:.{}f} {}", value, value < 9.995 ? 2 : value < 99.95 ? 1 : 0, unit);
}

/// How many times as long as Tensor Sketching the map takes.
TableCell ratio_cell(const TimedMap& map, const TimePanel& panel) {
  const TimedMap* other = panel.find(sketch, map.D);
  if (other == nullptr || map.method == sketch) return one_line("");
  TableCell cell =
      number_cell(fmt::format("{:.2f}×", map.time->total.median / other->time->total.median), map);
  cell[0].results.push_back(other->id());
  return cell;
}

std::vector<TableCell> time_row(const TimedMap& map, const TimePanel& panel) {
  std::vector<TableCell> row = {one_line(dataset_title(map.dataset_label)), one_line(display(map.kernel)),
                                one_line(method_short(map.method_label)),
                                one_line(map.d > 0 ? with_commas(map.d) : ""), one_line(with_commas(map.D))};
  if (!map.time) {
    const Text status = status_text(map);
    row.push_back(one_line(status.text, status.tone));
    row.resize(10, one_line(""));
    return row;
  }
  const ConstructionTime& time = *map.time;
  row.push_back(number_cell(seconds_text(time.total.median), map, Tone::strong));
  row.push_back(one_line(fmt::format("{} – {}", seconds_text(time.total.q1), seconds_text(time.total.q3))));
  row.push_back(one_line(seconds_text(time.total.min)));
  row.push_back(one_line(seconds_text(time.build.median)));
  row.push_back(ratio_cell(map, panel));
  return row;
}

RunGroupPointers groups_of(const ConstructionTimes& times) { return pointers_to(times.maps); }

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
                   {{"Against", "TS"}, true}};
  for (const TimePanel& panel : times.panels)
    for (const TimeCurve& curve : panel.curves)
      for (const TimedMap* map : curve.points) table.rows.push_back(time_row(*map, panel));
  table.notes = table_notes(groups_of(times), Explanations::for_config(times.config));
  return table;
}

Table growth_table(const ConstructionTimes& times) {
  Table table;
  table.caption = "Growth of the time with D";
  table.remarks = {
      "The exponent of a power law, fitted to the medians by least squares on logarithms, ± half of its 95 % "
      "confidence interval; beside it the exponent of the operations that the paper claims, fitted at the "
      "same D: "
      "p (d + D log₂ D) a row for Tensor Sketching, d D for Random Maclaurin."};
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
  return table;
}

Index largest_prime_factor(Index n) {
  Index largest = 1;
  for (Index p = 2; p * p <= n; ++p)
    while (n % p == 0) {
      largest = p;
      n /= p;
    }
  return std::max(largest, n);
}

/// "1,500 longer than 2,000": where more features take Tensor Sketching less time.
std::vector<std::string> steps_down(const ConstructionTimes& times) {
  std::vector<std::string> steps;
  for (const TimePanel& panel : times.panels)
    for (const TimeCurve& curve : panel.curves) {
      if (curve.any().method != sketch) continue;
      for (std::size_t i = 0; i + 1 < curve.points.size(); ++i) {
        const TimedMap &here = *curve.points[i], &next = *curve.points[i + 1];
        if (!here.time || !next.time || here.time->total.median <= next.time->total.median) continue;
        std::string step = fmt::format("D = {} longer than {}", with_commas(here.D), with_commas(next.D));
        if (std::ranges::find(steps, step) == steps.end()) steps.push_back(std::move(step));
      }
    }
  return steps;
}

/// Fourier transforms are fast at lengths without large prime factors, and Tensor Sketching's have length D.
std::string length_line(const ConstructionTimes& times) {
  constexpr Index largest_fast_factor = 7;  // FFTW has code of its own up to there and for few beyond
  std::set<Index> slow;
  for (const TimedMap& map : times.maps)
    if (largest_prime_factor(map.D) > largest_fast_factor) slow.insert(map.D);
  std::string line =
      "Tensor Sketching transforms signals of length D, which is fastest where D has small prime factors "
      "alone; Random "
      "Maclaurin takes any D alike. ";
  line += slow.empty() ? "Every D here is a product of 2, 3, 5 and 7."
                       : fmt::format("Not so fast: D = {}.", fmt::join(slow, ", "));
  if (const auto steps = steps_down(times); !steps.empty())
    line += fmt::format(" It shows even so: {}.", fmt::join(steps, ", "));
  return line;
}

/// The longest wall-clock median as a multiple of the CPU time; 0 without records.
double longest_wait(const ConstructionTimes& times) {
  double most = 0;
  for (const TimedMap& map : times.maps)
    if (map.time && map.time->total.median > 0)
      most = std::max(most, map.time->wall_median / map.time->total.median);
  return most;
}

/// One thread that has a processor to itself waits for nothing: its two clocks agree within a few per cent.
constexpr double shared_processor = 1.2;

std::string clock_line(const ConstructionTimes& times) {
  std::string line =
      "Seconds are CPU seconds of one thread, the unit of the paper's figure; what else the machine does "
      "adds to them "
      "least. The records hold every repeat by both clocks.";
  if (const double most = longest_wait(times); most > 0)
    line += fmt::format(" Wall-clock medians are at most {:.2f} times as long.", most);
  return line;
}

/// "TS is faster than RM published from D = 1,000 on".
std::string winner_text(const TimePanel& panel, const TimeCurve& other) {
  std::vector<Index> compared, won;
  for (const TimedMap* map : other.points) {
    const TimedMap* ours = panel.find(sketch, map->D);
    if (ours == nullptr || !map->time) continue;
    compared.push_back(map->D);
    if (ours->time->total.median < map->time->total.median) won.push_back(map->D);
  }
  if (compared.empty()) return "";
  std::string where = "at no D";
  if (won == compared)
    where = "at every D";
  else if (!won.empty() && std::equal(won.rbegin(), won.rend(), compared.rbegin()))
    where = fmt::format("from D = {} on", with_commas(won.front()));
  else if (!won.empty())
    where = fmt::format("at D = {}", fmt::join(won, ", "));
  return fmt::format("TS is faster than {} {}", method_short(other.any().method_label), where);
}

std::vector<std::string> winner_lines(const ConstructionTimes& times) {
  std::vector<std::string> lines;
  for (const TimePanel& panel : times.panels) {
    std::vector<std::string> parts;
    for (const TimeCurve& curve : panel.curves)
      if (curve.any().method != sketch)
        if (std::string part = winner_text(panel, curve); !part.empty()) parts.push_back(std::move(part));
    if (!parts.empty()) lines.push_back(fmt::format("{}: {}.", panel.title, fmt::join(parts, "; ")));
  }
  return lines;
}

std::vector<std::string> time_lines(const ConstructionTimes& times) {
  std::vector<std::string> lines = {
      "A time is that of drawing the map and of mapping the rows with it, the phase \"map\" of the accuracy "
      "experiments. Rows and output are in memory before; one repeat more, the first, is not counted."};
  lines.push_back(clock_line(times));
  lines.push_back(
      "Random Maclaurin's vectors are signs, kept as bits: a product with one is a change of sign, made for "
      "64 "
      "features at once, so its n d D operations are cheap ones. It skips the zeros of sparse rows, as "
      "Tensor "
      "Sketching does: where d stands in the paper's claims, our times go by the number of non-zeros.");
  lines.push_back(length_line(times));
  return lines;
}

Document document_of(const ConstructionTimes& times) {
  Document document;
  document.name = times.config.name;
  document.title = times.config.title;
  if (times.config.quick)
    document.banners.push_back(
        {"QUICK RUN: fewer rows and repeats. It shows that everything works; the times mean little.",
         Tone::warning});
  const auto complete = std::ranges::count(times.maps, Status::done, &TimedMap::status);
  if (complete < std::ssize(times.maps))
    document.banners.push_back({fmt::format("{} of {} are complete; the others say what they lack.", complete,
                                            plural(std::ssize(times.maps), "result")),
                                Tone::warning});
  if (const double most = longest_wait(times); most > shared_processor)
    document.banners.push_back(
        {fmt::format("Other programs used the processor meanwhile: by the wall clock, repeats took up to "
                     "{:.1f} times "
                     "their CPU time. Measure again on a machine that does nothing else.",
                     most),
         Tone::warning});
  document.tables = {time_table(times)};
  if (Table growth = growth_table(times); !growth.rows.empty()) document.tables.push_back(std::move(growth));
  if (times.config.quick)
    for (Table& table : document.tables)
      table.remarks.insert(table.remarks.begin(), "QUICK: fewer rows and repeats.");

  const auto add = [&](std::string heading, std::vector<std::string> lines) {
    if (!lines.empty()) document.notes.push_back({std::move(heading), std::move(lines)});
  };
  const RunGroupPointers groups = groups_of(times);
  add("Times", time_lines(times));
  add("Which map is faster", winner_lines(times));
  add("Data", data_lines(groups));
  add("The forms of Random Maclaurin", maclaurin_lines(groups));
  add("Machine and versions", machine_lines(groups));
  add("Records left out", times.left_out);
  return document;
}

std::string csv_of(const ConstructionTimes& times) {
  std::string csv = std::string(construction_time_csv_header) + "\n";
  for (const TimedMap& map : times.maps) {
    const auto seconds = [&](double Quartiles::*which) {
      return map.time ? csv_number(map.time->total.*which, 6) : "";
    };
    csv +=
        csv_line({map.dataset_label, std::to_string(map.kernel.degree), fmt::format("{:g}", map.kernel.coef0),
                  map.method_label, map.d > 0 ? std::to_string(map.d) : "", std::to_string(map.D),
                  map.time ? std::to_string(map.time->rows) : "",
                  map.time ? std::to_string(map.time->repeats) : "", seconds(&Quartiles::median),
                  seconds(&Quartiles::q1), seconds(&Quartiles::q3), seconds(&Quartiles::min),
                  map.time ? csv_number(map.time->build.median, 6) : "", std::string(name_of(map.status))});
  }
  return csv;
}

}  // namespace

Report construction_time_report(const Config& config, const Store& store) {
  const ConstructionTimes times = construction_times(config, store);
  Report report;
  report.config = times.config;
  report.csv = csv_of(times);
  report.figures = {construction_time_figure(times)};
  report.document = document_of(times);
  report.left_out = times.left_out;
  for (const TimedMap& map : times.maps) {
    report.groups.push_back(map);
    report.has_records = report.has_records || map.has_record();
  }
  return report;
}

}  // namespace sketchbench
