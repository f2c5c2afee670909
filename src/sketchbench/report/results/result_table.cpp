#include <sketchbench/report/results/result_table.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/text.hpp>
#include <sketchbench/report/explanations.hpp>
#include <sketchbench/report/group_words.hpp>
#include <sketchbench/report/learner_names.hpp>
#include <sketchbench/report/measured_growth.hpp>
#include <sketchbench/report/partition.hpp>
#include <sketchbench/report/table_cells.hpp>
#include <sketchbench/report/words.hpp>

namespace sketchbench {
namespace {

TableCell for_people(const QuantityInfo& quantity, const RunGroup* group, const Value& value) {
  const Sample& sample = value.number;
  const Tone tone = quantity.tone;
  if (sample.n == 0) return one_line(value.words, tone);
  switch (quantity.form) {
    case Form::count:
      return one_line(with_commas(std::llround(sample.mean)), tone);
    case Form::general:
      return one_line(fmt::format("{:.4g}", sample.mean), tone);
    case Form::three_digits:
      return one_line(fmt::format("{:.3g}", sample.mean), tone);
    case Form::decimals:
      return number_cell(decimal_text(sample.mean, 4), *group, tone);
    case Form::share:
      return number_cell(
          decimal_text(sample.mean, 4) + (sample.std ? " ± " + decimal_text(*sample.std, 4) : ""), *group,
          tone);
    case Form::significant:
      return number_cell(significant_text(sample), *group, tone);
    case Form::percent:
      return number_cell(percent_text(sample), *group, tone);
    case Form::seconds:
      return time_cell(*group, sample);
    case Form::bytes:
      return one_line(readable_bytes(sample.mean));
  }
  return one_line("");
}

bool is_blank(const TableCell& cell) {
  return std::ranges::all_of(
      cell, [](const CellLine& line) { return line.left.text.empty() && line.right.text.empty(); });
}

std::vector<TableCell> described(const RunGroup& group) {
  return {one_line(group.dataset_title()), one_line(group.kernel.display()), one_line(method_short(group))};
}

/// It leads to the runs, or to how they are made, and says what became of those that are not there.
void show_as_main(TableCell& cell, const RunGroup& group) {
  CellLine& line = cell.front();
  if (line.results.empty()) line.results = {group.id()};
  if (group.done.empty()) {
    line.left = status_text(group);
    return;
  }
  line.left.tone = Tone::strong;
  if (group.status != Status::done) line.right = status_text(group);
}

/// `main` first.
Table shown_table(const ResultTable& table, std::string_view main, std::string caption) {
  const auto is_main = [&](std::size_t i) { return !main.empty() && table.quantities[i].key == main; };
  std::vector<std::size_t> shown;
  for (std::size_t i = 0; i < table.quantities.size(); ++i) {
    const auto shows = [i](const ResultRow& row) {
      return row.cells[i] ? !is_blank(*row.cells[i]) : !row.values[i].is_empty();
    };
    if (!table.quantities[i].heading.empty() && (is_main(i) || std::ranges::any_of(table.rows, shows)))
      shown.push_back(i);
  }
  std::ranges::stable_partition(shown, is_main);
  Table made;
  made.caption = std::move(caption);
  for (const std::size_t i : shown)
    made.columns.push_back({table.quantities[i].heading, !table.quantities[i].left});
  for (const ResultRow& row : table.rows) {
    std::vector<TableCell>& cells = made.rows.emplace_back();
    for (const std::size_t i : shown) {
      cells.push_back(row.cells[i] ? *row.cells[i]
                                   : for_people(table.quantities[i], row.group, row.values[i]));
      if (is_main(i)) show_as_main(cells.back(), *row.group);
    }
  }
  return made;
}

}  // namespace

std::size_t ResultTable::place_of(std::string_view key) const {
  const auto found = std::ranges::find(quantities, key, &QuantityInfo::key);
  if (found == quantities.end()) {
    std::vector<std::string> known;
    for (const QuantityInfo& quantity : quantities)
      if (!quantity.key.empty()) known.push_back(quantity.key);
    fail_unknown("quantity", key, known);
  }
  return static_cast<std::size_t>(found - quantities.begin());
}

RunGroupPointers ResultTable::groups() const {
  RunGroupPointers groups;
  for (const ResultRow& row : rows) groups.push_back(row.group);
  return groups;
}

ResultTable with_rows(const ResultTable& table, const std::vector<std::size_t>& places) {
  ResultTable made = table;
  made.rows.clear();
  for (const std::size_t place : places) made.rows.push_back(table.rows.at(place));
  return made;
}

Table table_of_quantities(const ResultTable& table, std::string caption) {
  return shown_table(table, "", std::move(caption));
}

Table table_for_people(const ResultTable& table, std::string_view main, std::string methods,
                       const Explanations* explanations) {
  Table made = shown_table(table, main, table.config->title);
  made.columns.insert(
      made.columns.begin(),
      {{{"Data set"}, false}, {{"Kernel"}, false}, {{std::move(methods)}, false}, {{"D"}, true}});
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    const RunGroup& group = *table.rows[i].group;
    std::vector<TableCell> cells = described(group);
    cells.push_back(one_line(group.D > 0 ? with_commas(group.D) : ""));
    made.rows[i].insert(made.rows[i].begin(), cells.begin(), cells.end());
  }
  constexpr std::ptrdiff_t behind_methods = 3;
  add_learner_column(made, behind_methods, table.groups());
  const Explanations& said =
      explanations != nullptr ? *explanations : Explanations::for_config(*table.config);
  made.notes =
      table.config->times ? time_table_notes(table.groups(), said) : table_notes(table.groups(), said);
  if (!table.config->times) made.notes.emplace_back(untimed_note);
  return made;
}

Table exponent_table(const ResultTable& table, std::string_view key, std::string_view caption,
                     std::string_view points_of) {
  Table made;
  made.caption = caption;
  made.remarks = {fmt::format("The exponent of a power law, {}.", exponent_remark(points_of))};
  made.columns = {{{"Data set"}, false}, {{"Kernel"}, false}, {{"Map"}, false},
                  {{"D"}, true},         {{"Points"}, true},  {{"Exponent"}, true}};
  const std::size_t place = table.place_of(key);
  std::vector<const ResultRow*> rows;
  for (const ResultRow& row : table.rows) rows.push_back(&row);
  for (const auto& of_map : partitioned(rows, [](const ResultRow* a, const ResultRow* b) {
         return a->group->dataset == b->group->dataset && a->group->kernel == b->group->kernel &&
                a->group->method_label == b->group->method_label;
       })) {
    std::vector<GrowthPoint> points;
    for (const ResultRow* row : of_map)
      points.push_back({row->group, static_cast<double>(row->group->D), row->values[place].number});
    const MeasuredGrowth growth = measured_growth(std::move(points));
    if (!growth.law || growth.law->points < fewest_points) continue;
    std::vector<TableCell>& cells = made.rows.emplace_back(described(*of_map.front()->group));
    cells.push_back(one_line(sizes_text(growth)));
    cells.push_back(one_line(std::to_string(growth.points.size())));
    cells.push_back(exponent_cell(growth));
  }
  return made;
}

}  // namespace sketchbench
