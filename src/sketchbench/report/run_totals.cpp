#include <sketchbench/report/run_totals.hpp>

#include <fmt/format.h>

#include <sketchbench/core/text.hpp>
#include <sketchbench/core/timer.hpp>
#include <sketchbench/report/provenance/provenance.hpp>
#include <sketchbench/report/record_fields.hpp>
#include <sketchbench/report/run_command.hpp>

namespace sketchbench {
namespace {

using Counts = RunTotals::Counts;

Seconds seconds_of(const Record& record) {
  Seconds all;
  if (const auto phases = record.json.find("seconds"); phases != record.json.end())
    for (const auto& [phase, seconds] : phases->items()) {
      all.wall += record.wall_seconds(phase);
      all.cpu += record.cpu_seconds(phase);
    }
  return all;
}

void add(RunTotals& totals, const Record& record) {
  const Seconds seconds = seconds_of(record);
  const RunOrigin origin = origin_of(record);
  ++totals.cells;
  totals.wall_s += seconds.wall;
  totals.cpu_s += seconds.cpu;
  totals.jobs.insert(static_cast<int>(number_of(record, "/run/jobs", 1)));
  ++totals.processors[origin.processor];
  ++totals.instruction_sets[origin.instruction_set];
  ++totals.revisions[origin.revision];
}

/// "AMD EPYC", or "AMD EPYC (20 cells), not recorded (3 cells)".
std::string in_words(const Counts& counts) {
  if (counts.size() == 1) return name_of_origin(counts.begin()->first);
  std::vector<std::string> parts;
  for (const auto& [name, cells] : counts)
    parts.push_back(
        fmt::format("{} ({})", name_of_origin(name), plural(static_cast<std::int64_t>(cells), "cell")));
  return fmt::format("{}", fmt::join(parts, ", "));
}

/// "AMD EPYC: 20; not recorded: 3".
std::string for_programs(const Counts& counts) {
  std::vector<std::string> parts;
  for (const auto& [name, cells] : counts)
    parts.push_back(fmt::format("{}: {}", name_of_origin(name), cells));
  return fmt::format("{}", fmt::join(parts, "; "));
}

/// "Processor" or "Processors".
std::string heading(std::string_view what, const Counts& counts) {
  return fmt::format("{}{}", what, counts.size() > 1 ? "s" : "");
}

struct Line {
  std::string configuration;
  RunTotals totals;
  std::string command;
};

Quantities<Line> columns() {
  constexpr Digits one_decimal = {.count = 1, .decimals = true};
  const auto counts = [](const char* name, Counts RunTotals::*which) -> Quantity<Line> {
    return {name, [which](const Line& line) { return for_programs(line.totals.*which); }};
  };
  return {{"configuration", [](const Line& line) { return line.configuration; }},
          {{.key = "cells", .form = Form::count}, [](const Line& line) { return line.totals.cells; }},
          {{.key = "wall_s", .digits = one_decimal}, [](const Line& line) { return line.totals.wall_s; }},
          {{.key = "cpu_s", .digits = one_decimal}, [](const Line& line) { return line.totals.cpu_s; }},
          {"jobs", [](const Line& line) { return fmt::format("{}", fmt::join(line.totals.jobs, "; ")); }},
          counts("processors", &RunTotals::processors),
          counts("instruction_sets", &RunTotals::instruction_sets),
          counts("revisions", &RunTotals::revisions),
          {"command", [](const Line& line) { return line.command; }}};
}

}  // namespace

RunTotals run_totals(std::span<const Report> reports) {
  RunTotals totals;
  std::set<std::string> counted;
  for (const Report& report : reports)
    for (const RunGroup* group : report.groups)
      for (const Record& record : group->done)
        if (counted.insert(record.id).second) add(totals, record);
  return totals;
}

std::vector<std::string> lines_about(const RunTotals& totals) {
  if (totals.cells == 0) return {};
  std::vector<std::string> lines = {
      fmt::format("{}, {} by the wall clock and {} of CPU time, summed over the cells; {} at once.",
                  plural(static_cast<std::int64_t>(totals.cells), "cell"), readable_seconds(totals.wall_s),
                  readable_seconds(totals.cpu_s), fmt::join(totals.jobs, " or "))};
  const auto add_line = [&](std::string_view what, const Counts& counts) {
    lines.push_back(fmt::format("{}: {}.", heading(what, counts), in_words(counts)));
  };
  add_line("Processor", totals.processors);
  add_line("Instruction set", totals.instruction_sets);
  add_line("Revision", totals.revisions);
  return lines;
}

std::string redo_command(std::span<const Report> reports) {
  std::vector<Config> configs;
  for (const Report& report : reports)
    if (report.has_records) configs.push_back(report.config);
  return configs.empty() ? "" : rerun_command(configs);
}

ResultTable run_totals_table(std::span<const Report> reports) {
  std::vector<Line> lines;
  for (const Report& report : reports)
    if (RunTotals totals = run_totals(std::span(&report, 1)); totals.cells > 0)
      lines.push_back({report.config.name, std::move(totals), redo_command(std::span(&report, 1))});
  if (!lines.empty()) lines.push_back({"", run_totals(reports), redo_command(reports)});
  return table_of_lines(lines, columns());
}

}  // namespace sketchbench
