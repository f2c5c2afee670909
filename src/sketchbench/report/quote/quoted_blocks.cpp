#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <ranges>
#include <set>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>
#include <sketchbench/core/text.hpp>
#include <sketchbench/report/document/display_width.hpp>
#include <sketchbench/report/document/render_markdown.hpp>
#include <sketchbench/report/provenance/provenance.hpp>
#include <sketchbench/report/quote/question.hpp>
#include <sketchbench/report/quote/quote.hpp>
#include <sketchbench/report/quote/quoted_parameters.hpp>
#include <sketchbench/report/table_cells.hpp>
#include <sketchbench/report/verdicts/difference.hpp>
#include <sketchbench/report/words.hpp>

namespace sketchbench {
namespace {

using Fields = std::vector<std::string>;

/// A table of Markdown. `sides`: "lr" for a column that is set to the left and one that is set to the right,
/// as are all behind these.
struct Grid {
  std::string_view sides;
  Fields heading;
  std::vector<Fields> rows = {};

  std::string text() const {
    std::string made = fmt::format("| {} |\n|", fmt::join(heading, " | "));
    for (std::size_t c = 0; c < heading.size(); ++c)
      made += sides.substr(std::min(c, sides.size())).starts_with('l') ? " --- |" : " ---: |";
    for (const Fields& row : rows) made += fmt::format("\n| {} |", fmt::join(row, " | "));
    return made + "\n";
  }

  /// The cell in the row that begins so and in the column of that heading, which are made where they are not
  /// there.
  std::string& cell(const Fields& begin, const std::string& column) {
    const auto c = static_cast<std::size_t>(std::ranges::find(heading, column) - heading.begin());
    if (c == heading.size()) heading.push_back(column);
    auto row = std::ranges::find_if(rows, [&](const Fields& fields) {
      return std::ranges::equal(fields | std::views::take(begin.size()), begin);
    });
    if (row == rows.end()) row = rows.insert(row, begin);
    for (Fields& fields : rows) fields.resize(heading.size());
    return (*row)[c];
  }
};

Fields words_in(const std::string& words) {
  Fields all;
  for (const auto word : std::views::split(words, ' '))
    if (!word.empty()) all.emplace_back(word.begin(), word.end());
  return all;
}

/// A line of a report's table.csv with the runs that it is about.
struct Line {
  const RunGroup& group;
  const TextTable& table;
  const TextTable::Row& row;

  bool has(const std::string& column) const { return !table.text(row, column).empty(); }
  double number(const std::string& column) const { return table.number(row, column); }
};

/// Calls visit(line) for each.
void for_each_line(const Report& report, const std::function<void(const Line& line)>& visit) {
  TextTable table = report.csv;
  table.name = report.config.name;
  if (table.rows.size() != report.groups.size())
    throw InputError(fmt::format("{}: its table has {} lines, and its runs are of {} groups",
                                 report.config.name, table.rows.size(), report.groups.size()));
  for (std::size_t g = 0; g < report.groups.size(); ++g) visit({report.groups[g], table, table.rows[g]});
}

/// "79.07 ± 0.05<br>paper 78.87 ≈"
std::string beside_published(const Line& line, const std::string& column) {
  const RunGroup& group = line.group;
  if (group.done.empty()) return std::string(name_of(group.status));
  std::string text = percent_text(
      {.n = group.runs(),
       .mean = line.number(column),
       .std = line.has(column + "_std") ? std::optional(line.number(column + "_std")) : std::nullopt});
  if (group.status != Status::done) text += fmt::format(" ({})", name_of(group.status));
  if (!line.has("paper_" + column)) return text;
  text += fmt::format("<br>paper {:.2f}", line.number("paper_" + column));
  for (const Verdict verdict : all_verdicts())
    if (line.table.text(line.row, "verdict") == name_of(verdict))
      text += fmt::format(" {}", mark_of(verdict));
  return text;
}

/// Rows of data that were not available say nothing.
std::string published(const std::string& words, const QuoteSources& sources) {
  const Question question = read_question(words);
  const Report& report = sources.report(question.table);
  const auto begin_of = [](const RunGroup& group) -> Fields {
    return {markdown_escaped(group.dataset_title()), markdown_escaped(group.kernel.display())};
  };
  std::set<Fields> shown;
  for (const RunGroup& group : report.groups)
    if (group.status != Status::skipped) shown.insert(begin_of(group));
  Grid grid{.sides = "ll", .heading = {"data set", "kernel"}};
  for_each_line(report, [&](const Line& line) {
    const Fields begin = begin_of(line.group);
    const auto heading = method_heading(line.group.method_label, line.group.learner);
    if (shown.contains(begin))
      grid.cell(begin, fmt::format("{}", fmt::join(heading, "<br>"))) = beside_published(line, question.show);
  });
  return grid.text();
}

std::string means(const std::string& words, const QuoteSources& sources) {
  const Question question = read_question(words);
  const Report& report = sources.report(question.table);
  std::map<std::string, Index> largest;
  for (const RunGroup& group : report.groups)
    if (group.status == Status::done)
      largest[group.dataset_title()] = std::max(largest[group.dataset_title()], group.D);
  Grid grid{.sides = "l", .heading = {"data set", "features"}};
  for_each_line(report, [&](const Line& line) {
    const std::string title = line.group.dataset_title(), spread = question.show + "_std";
    const Index D = line.group.D;
    if (line.group.status != Status::done || (D != 0 && D != largest[title])) return;
    std::string& cell = grid.cell({markdown_escaped(title), std::to_string(largest[title])},
                                  method_short(line.group.method_label));
    cell = fmt::format("{:.3g}", line.number(question.show));
    if (line.has(spread)) cell += fmt::format(" ± {:.1g}", line.number(spread));
  });
  return grid.text();
}

std::string table(const std::string& words, const QuoteSources& sources) {
  const std::size_t end = std::min(words.find(' '), words.size());
  return markdown_grid(
      table_about(words.substr(std::min(end + 1, words.size())), sources.report(words.substr(0, end))));
}

std::string text_of(const TableCell& cell) {
  return cell.empty() ? "" : cell.front().left.text + cell.front().right.text;
}

/// The place of the column with that first line in its heading.
std::size_t column_of(const Table& table, std::string_view heading) {
  const auto found = std::ranges::find_if(
      table.columns, [&](const Column& column) { return column.heading.front() == heading; });
  if (found == table.columns.end())
    throw InputError(fmt::format("\"{}\": expected a column \"{}\"", table.caption, heading));
  return static_cast<std::size_t>(found - table.columns.begin());
}

/// "AMD EPYC (family 25, model 17, stepping 1), AVX-512"
std::string machine_of(const Report& report) {
  for (const RunGroup& group : report.groups)
    if (!group.done.empty()) {
      const RunOrigin origin = origin_of(group.done.front());
      return fmt::format("{}, {}", name_of_origin(origin.processor), name_of_origin(origin.instruction_set));
    }
  throw InputError(report.config.name + ": expected runs, found none");
}

/// Of several maps that are compared with the first one, of the first.
std::string ratios(const std::string& words, const QuoteSources& sources) {
  const Fields keys = {"Data set", "d", "D"};
  Grid grid{.sides = "l", .heading = keys};
  for (const std::string& name : words_in(words)) {
    const Report& report = sources.report(name);
    const Table& times = report.document.tables.front();
    const std::size_t ratio = column_of(times, "Against"), interval = column_of(times, "Interval");
    for (const auto& row : times.rows) {
      Fields begin;
      for (const std::string& key : keys)
        begin.push_back(markdown_escaped(text_of(row[column_of(times, key)])));
      if (text_of(row[interval]).empty()) continue;
      std::string& cell = grid.cell(begin, machine_of(report));
      if (cell.empty()) cell = fmt::format("{} ({})", text_of(row[ratio]), text_of(row[interval]));
    }
  }
  return grid.text();
}

/// "AMD EPYC" of "AMD EPYC: 20", where there is nothing else.
std::string only_name(const std::string& counts) {
  return counts.find(';') == std::string::npos ? counts.substr(0, counts.rfind(": ")) : counts;
}

std::string runs(const std::string&, const QuoteSources& sources) {
  const TextTable totals = quoted_table("runs", sources);
  Grid grid{.sides = "lrrrrlll",
            .heading = {"configuration", "cells", "wall clock", "CPU time", "at once", "processor",
                        "instruction set", "revision"}};
  std::string command;
  for (const TextTable::Row& row : totals.rows) {
    const std::string& name = totals.text(row, "configuration");
    const auto shown = [&](const char* form) {
      return answer({.table = "runs", .where = {{.column = "configuration", .value = name}}, .show = form},
                    totals);
    };
    const auto named = [&](const char* column) { return only_name(totals.text(row, column)); };
    grid.rows.push_back({name.empty() ? "**all**, each cell once" : name, totals.text(row, "cells"),
                         shown("time:wall_s"), shown("time:cpu_s"), totals.text(row, "jobs"),
                         named("processors"), named("instruction_sets"), named("revisions")});
    command = totals.text(row, "command");
  }
  const std::vector<std::string> lines = wrapped(command + " --force", 111);
  return fmt::format("{}\nTimes are summed over the cells. To compute all of it again:\n\n    {}\n",
                     grid.text(), fmt::join(lines, " \\\n        "));
}

std::string memory(const std::string& learner, const QuoteSources& sources) {
  const TextTable workers = quoted_table("memory/" + learner, sources);
  Grid grid{.sides = "l", .heading = {"Data set", "records", "data", "features", "peak", "above"}};
  const auto megabytes = [](double bytes) { return fmt::format("{:.1f} MB", bytes / 1e6); };
  for (const TextTable::Row& row : workers.rows) {
    const double data = workers.number(row, "data_bytes"), features = workers.number(row, "features_bytes"),
                 peak = workers.number(row, "peak_bytes"), above = peak - data - features;
    grid.rows.push_back(
        {fmt::format("{}, D = {}", markdown_escaped(workers.text(row, "title")), workers.text(row, "D")),
         workers.text(row, "records"), megabytes(data), megabytes(features), megabytes(peak),
         above < 0 ? "below"
                   : fmt::format("{}, {:.0f} %", megabytes(above), 100 * above / (data + features))});
  }
  return grid.text();
}

using Block = std::string (*)(const std::string& words, const QuoteSources& sources);

const std::map<std::string, Block>& blocks() {
  static const std::map<std::string, Block> all = {
      {"published", published},
      {"means", means},
      {"table", table},
      {"ratios", ratios},
      {"runs", runs},
      {"memory", memory},
      {"parameters", [](auto& whose, auto&) { return parameters_text(whose); }},
      {"bench", bench_text},
      {"benchmarks", [](auto& words, auto& sources) { return benchmarks_text(words_in(words), sources); }}};
  return all;
}

}  // namespace

bool is_block(const std::string& kind) { return blocks().contains(kind); }

std::string block_text(const std::string& kind, const std::string& words, const QuoteSources& sources) {
  if (const auto found = blocks().find(kind); found != blocks().end()) return found->second(words, sources);
  std::vector<std::string> known;
  for (const auto& [name, make] : blocks()) known.push_back(name);
  fail_unknown("passage", kind, known);
}

}  // namespace sketchbench
