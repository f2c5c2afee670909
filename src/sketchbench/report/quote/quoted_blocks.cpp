#include <fmt/format.h>

#include <algorithm>
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
#include <sketchbench/report/table_cells.hpp>
#include <sketchbench/report/verdicts/difference.hpp>
#include <sketchbench/report/words.hpp>

namespace sketchbench {
namespace {

using Fields = std::vector<std::string>;

std::string text_of(const TableCell& cell) {
  return cell.empty() ? "" : cell.front().left.text + cell.front().right.text;
}

/// The cell in the row that begins so and in the column of that heading, which are made where they are not
/// there.
TableCell& cell_at(Table& table, const Fields& begin, const Fields& heading) {
  const auto c = std::ranges::find(table.columns, heading, &Column::heading) - table.columns.begin();
  if (c == std::ssize(table.columns)) table.columns.push_back({heading, true});
  auto row = std::ranges::find_if(table.rows, [&](const std::vector<TableCell>& cells) {
    return std::ranges::equal(cells | std::views::take(begin.size()), begin, {}, text_of);
  });
  if (row == table.rows.end()) {
    row = table.rows.insert(row, std::vector<TableCell>());
    for (const std::string& text : begin) row->push_back(one_line(text));
  }
  row->resize(std::max(row->size(), table.columns.size()));
  return (*row)[static_cast<std::size_t>(c)];
}

std::string grid_of(Table table) {
  for (auto& row : table.rows) row.resize(table.columns.size());
  return replaced(markdown_grid(table), " :--- |", " --- |");
}

Fields words_in(const std::string& words) {
  Fields all;
  for (const auto word : std::views::split(words, ' '))
    if (!word.empty()) all.emplace_back(word.begin(), word.end());
  return all;
}

/// "79.07 ± 0.05", and below it "paper 78.87 ≈".
TableCell beside_published(const ResultTable& table, const ResultRow& row, const std::string& key) {
  const RunGroup& group = *row.group;
  if (group.done.empty()) return one_line(std::string(name_of(group.status)));
  std::string text = percent_text(row.values[table.place_of(key)].number);
  if (group.status != Status::done) text += fmt::format(" ({})", name_of(group.status));
  TableCell cell = one_line(std::move(text));
  const Sample& paper = row.values[table.place_of("paper_" + key)].number;
  if (paper.n == 0) return cell;
  cell.push_back({.left = {fmt::format("paper {:.2f}", paper.mean)}, .right = {}, .results = {}});
  for (const Verdict verdict : all_verdicts())
    if (row.values[table.place_of("verdict")].words == name_of(verdict))
      cell.back().right.text = mark_of(verdict);
  return cell;
}

/// Rows of data that were not available say nothing.
std::string published(const std::string& words, const QuoteSources& sources) {
  const Question question = read_question(words);
  const ResultTable& results = sources.report(question.table).results;
  const auto begin_of = [](const RunGroup& group) -> Fields {
    return {group.dataset_title(), group.kernel.display()};
  };
  std::set<Fields> shown;
  for (const ResultRow& row : results.rows)
    if (row.group->status != Status::skipped) shown.insert(begin_of(*row.group));
  Table grid{.columns = {{{"data set"}}, {{"kernel"}}}};
  for (const ResultRow& row : results.rows)
    if (const Fields begin = begin_of(*row.group); shown.contains(begin))
      cell_at(grid, begin, method_heading(row.group->method_label, row.group->learner)) =
          beside_published(results, row, question.show);
  return grid_of(std::move(grid));
}

std::string means(const std::string& words, const QuoteSources& sources) {
  const Question question = read_question(words);
  const ResultTable& results = sources.report(question.table).results;
  const std::size_t place = results.place_of(question.show);
  std::map<std::string, Index> largest;
  for (const ResultRow& row : results.rows)
    if (row.group->status == Status::done) {
      Index& D = largest[row.group->dataset_title()];
      D = std::max(D, row.group->D);
    }
  Table grid{.columns = {{{"data set"}}, {{"features"}, true}}};
  for (const ResultRow& row : results.rows) {
    const RunGroup& group = *row.group;
    const std::string title = group.dataset_title();
    if (group.status != Status::done || (group.D != 0 && group.D != largest[title])) continue;
    const Sample& number = row.values[place].number;
    cell_at(grid, {title, std::to_string(largest[title])}, {method_short(group.method_label)}) = one_line(
        fmt::format("{:.3g}{}", number.mean, number.std ? fmt::format(" ± {:.1g}", *number.std) : ""));
  }
  return grid_of(std::move(grid));
}

std::string table(const std::string& words, const QuoteSources& sources) {
  const std::size_t end = std::min(words.find(' '), words.size());
  return markdown_grid(
      table_about(words.substr(std::min(end + 1, words.size())), sources.report(words.substr(0, end))));
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
  for (const RunGroup* group : report.groups)
    if (!group->done.empty()) {
      const RunOrigin origin = origin_of(group->done.front());
      return fmt::format("{}, {}", name_of_origin(origin.processor), name_of_origin(origin.instruction_set));
    }
  throw InputError(report.config.name + ": expected runs, found none");
}

/// Of several maps that are compared with the first one, of the first.
std::string ratios(const std::string& words, const QuoteSources& sources) {
  const Fields keys = {"Data set", "d", "D"};
  Table grid{.columns = {{{"Data set"}}, {{"d"}, true}, {{"D"}, true}}};
  for (const std::string& name : words_in(words)) {
    const Report& report = sources.report(name);
    const Table& times = report.document.tables.front();
    const std::size_t ratio = column_of(times, "Against"), interval = column_of(times, "Interval");
    for (const auto& row : times.rows) {
      if (text_of(row[interval]).empty()) continue;
      Fields begin;
      for (const std::string& key : keys) begin.push_back(text_of(row[column_of(times, key)]));
      TableCell& cell = cell_at(grid, begin, {machine_of(report)});
      if (cell.empty()) cell = one_line(fmt::format("{} ({})", text_of(row[ratio]), text_of(row[interval])));
    }
  }
  return grid_of(std::move(grid));
}

/// "AMD EPYC" of "AMD EPYC: 20", where there is nothing else.
std::string only_name(const std::string& counts) {
  return counts.find(';') == std::string::npos ? counts.substr(0, counts.rfind(": ")) : counts;
}

std::string runs(const std::string&, const QuoteSources& sources) {
  const auto totals = quoted_table("runs", sources);
  std::vector<Fields> lines = {{"configuration", "cells", "wall clock", "CPU time", "at once", "processor",
                                "instruction set", "revision"}};
  const auto text = [&](const ResultRow& row, std::string_view key) {
    return row.values[totals->place_of(key)].words;
  };
  for (const ResultRow& row : totals->rows) {
    const std::string name = text(row, "configuration");
    Fields& line = lines.emplace_back(run_facts(*totals, name));
    line.insert(line.begin(), name.empty() ? "**all**, each cell once" : name);
    for (const char* key : {"processors", "instruction_sets", "revisions"})
      line.push_back(only_name(text(row, key)));
  }
  const std::string command = totals->rows.empty() ? "" : text(totals->rows.back(), "command");
  return fmt::format("{}\nTimes are summed over the cells. To compute all of it again:\n\n```sh\n{}\n```\n",
                     markdown_lines(lines, {"---", "---:", "---:", "---:", "---:", "---", "---", "---"}),
                     fmt::join(wrapped(command, 111), " \\\n    "));
}

std::string memory(const std::string& learner, const QuoteSources& sources) {
  const auto workers = quoted_table("memory/" + learner, sources);
  std::vector<Fields> lines = {{"Data set", "records", "data", "features", "peak", "above"}};
  for (const ResultRow& row : workers->rows) {
    const auto value = [&](std::string_view key) -> const Value& {
      return row.values[workers->place_of(key)];
    };
    const auto megabytes = [](double bytes) { return fmt::format("{:.1f} MB", bytes / 1e6); };
    const double data = value("data_bytes").number.mean, features = value("features_bytes").number.mean,
                 peak = value("peak_bytes").number.mean, above = peak - data - features;
    lines.push_back(
        {fmt::format("{}, D = {:.0f}", markdown_escaped(value("title").words), value("D").number.mean),
         fmt::format("{:.0f}", value("records").number.mean), megabytes(data), megabytes(features),
         megabytes(peak),
         above < 0 ? "below"
                   : fmt::format("{}, {:.0f} %", megabytes(above), 100 * above / (data + features))});
  }
  return markdown_lines(lines, {"---", "---:", "---:", "---:", "---:", "---:"});
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
      {"registered", [](auto& what, auto&) { return registered_text(what); }},
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
