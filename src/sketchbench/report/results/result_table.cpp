#include <sketchbench/report/results/result_table.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/text.hpp>
#include <sketchbench/harness/cell/experiment.hpp>
#include <sketchbench/report/explanations.hpp>
#include <sketchbench/report/figure/figure_point.hpp>
#include <sketchbench/report/figure/panels.hpp>
#include <sketchbench/report/learner_names.hpp>
#include <sketchbench/report/measured_growth.hpp>
#include <sketchbench/report/missing_runs.hpp>
#include <sketchbench/report/partition.hpp>
#include <sketchbench/report/provenance/provenance.hpp>
#include <sketchbench/report/table_cells.hpp>
#include <sketchbench/report/words.hpp>

namespace sketchbench {
namespace {

TableCell for_people(const QuantityInfo& quantity, const RunGroup& group, const Value& value) {
  const Sample& sample = value.number;
  if (sample.n == 0) return one_line(value.words);
  switch (quantity.form) {
    case Form::count:
      return one_line(with_commas(std::llround(sample.mean)));
    case Form::general:
      return one_line(fmt::format("{:.4g}", sample.mean));
    case Form::decimals:
      return number_cell(decimal_text(sample.mean, 4), group);
    case Form::significant:
      return number_cell(significant_text(sample), group);
    case Form::percent:
      return number_cell(percent_text(sample), group);
    case Form::seconds:
      return time_cell(group, sample);
    case Form::bytes:
      return one_line(readable_bytes(sample.mean));
  }
  return one_line("");
}

std::vector<TableCell> described(const RunGroup& group) {
  return {one_line(group.dataset_title()), one_line(group.kernel.display()),
          one_line(method_short(group.method_label))};
}

/// Whether the smaller numbers of features would lie on top of each other in a linear axis.
bool is_wide(const std::set<Index>& counts) { return *counts.rbegin() > 20 * *counts.begin(); }

/// It leads to the runs, and says what became of those that are not there.
void show_as_main(TableCell& cell, const RunGroup& group) {
  CellLine& line = cell.front();
  if (group.done.empty()) {
    line.left = status_text(group);
    return;
  }
  line.left.tone = Tone::strong;
  line.right = status_text(group);
  if (line.results.empty()) line.results = {group.id()};
}

}  // namespace

std::size_t ResultTable::place_of(std::string_view key) const {
  const auto found = std::ranges::find(quantities, key, &QuantityInfo::key);
  if (found == quantities.end())
    throw Error(fmt::format("the experiment {} has no quantity \"{}\"", config->experiment, key));
  return static_cast<std::size_t>(found - quantities.begin());
}

RunGroupPointers ResultTable::groups() const {
  RunGroupPointers groups;
  for (const ResultRow& row : rows) groups.push_back(row.group);
  return groups;
}

Table table_for_people(const ResultTable& table, std::string_view main, std::string methods) {
  std::vector<std::size_t> shown;
  for (std::size_t i = 0; i < table.quantities.size(); ++i)
    if (const QuantityInfo& quantity = table.quantities[i];
        !quantity.heading.empty() &&
        (quantity.key == main || std::ranges::any_of(table.rows, [i](const ResultRow& row) {
           return row.values[i].number.n > 0 || !row.values[i].words.empty() || row.cells[i];
         })))
      shown.push_back(i);
  std::ranges::stable_partition(shown, [&](std::size_t i) { return table.quantities[i].key == main; });
  Table made;
  made.caption = table.config->title;
  made.columns = {{{"Data set"}, false}, {{"Kernel"}, false}, {{std::move(methods)}, false}, {{"D"}, true}};
  for (const std::size_t i : shown) made.columns.push_back({table.quantities[i].heading, true});
  for (const ResultRow& row : table.rows) {
    std::vector<TableCell>& cells = made.rows.emplace_back(described(*row.group));
    cells.push_back(one_line(row.group->D > 0 ? with_commas(row.group->D) : ""));
    for (const std::size_t i : shown) {
      TableCell cell =
          row.cells[i] ? *row.cells[i] : for_people(table.quantities[i], *row.group, row.values[i]);
      if (table.quantities[i].key == main) show_as_main(cell, *row.group);
      cells.push_back(std::move(cell));
    }
  }
  constexpr std::ptrdiff_t behind_methods = 3;
  add_learner_column(made, behind_methods, table.groups());
  made.notes = time_table_notes(table.groups(), Explanations::for_config(*table.config));
  return made;
}

Table exponent_table(const ResultTable& table, std::string_view key, std::string_view caption) {
  Table made;
  made.caption = caption;
  made.remarks = {fmt::format("The exponent of a power law, {}.", exponent_remark("mean errors"))};
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

std::optional<Figure> result_figure(const ResultTable& table, std::string_view y, std::string_view x,
                                    std::string_view means) {
  std::set<Index> counts;
  for (const ResultRow& row : table.rows) counts.insert(row.group->D);
  if (counts.size() < 2) return std::nullopt;
  const std::size_t drawn = table.place_of(y);
  const std::optional<std::size_t> against = x.empty() ? std::nullopt : std::optional(table.place_of(x));
  Panel like;
  like.x = against
               ? Axis{.label = table.quantities[*against].axis, .logarithmic = true, .low = {}, .high = {}}
               : Axis{.label = "number of random features D",
                      .logarithmic = is_wide(counts),
                      .low = {},
                      .high = {}};
  like.y = {.label = table.quantities[drawn].axis, .logarithmic = true, .low = {}, .high = {}};
  const Config& config = *table.config;
  Figure figure;
  figure.name = config.name;
  figure.number = config.figure ? config.figure->number : "";
  figure.title = config.title;
  figure.caption = fmt::format("{} against {}. {}", table.quantities[drawn].title,
                               against ? table.quantities[*against].title : "the number of features", means);
  if (against) figure.caption += Provenance(table.groups()).sentences();
  if (config.quick)
    figure.caption += fmt::format(" QUICK: {}.", find_experiment(config.experiment).quick_limits());
  std::vector<PlottedGroup> points;
  for (const ResultRow& row : table.rows) {
    PlottedGroup& point = points.emplace_back(PlottedGroup{.group = row.group, .point = {}});
    if (row.values[drawn].number.n > 0)
      point.point =
          point_with_deviation(against ? row.values[*against].number.mean : static_cast<double>(row.group->D),
                               row.values[drawn].number);
  }
  figure.panels = panels_of(points, like);
  figure.columns = std::clamp(static_cast<int>(figure.panels.size()), 1, 3);
  figure.missing = lines_about_missing_runs(config, table.groups());
  return figure;
}

}  // namespace sketchbench
