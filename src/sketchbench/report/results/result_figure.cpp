#include <sketchbench/report/results/result_figure.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>

#include <sketchbench/harness/cell/experiment.hpp>
#include <sketchbench/harness/config/config.hpp>
#include <sketchbench/harness/config/config_checks.hpp>
#include <sketchbench/report/figure/palette.hpp>
#include <sketchbench/report/figure/panels.hpp>
#include <sketchbench/report/figure/parameter_series.hpp>
#include <sketchbench/report/missing_runs.hpp>
#include <sketchbench/report/provenance/provenance.hpp>
#include <sketchbench/report/training_rows.hpp>

namespace sketchbench {
namespace {

std::set<Index> numbers_of_features(const ResultTable& table) {
  std::set<Index> counts;
  for (const ResultRow& row : table.rows)
    if (row.group->D > 0) counts.insert(row.group->D);
  return counts;
}

/// Where the points lie along the horizontal axis.
std::set<double> places_of(const std::vector<PlottedGroup>& points) {
  std::set<double> places;
  for (const PlottedGroup& one : points)
    if (one.point) places.insert(one.point->x);
  return places;
}

/// Whether the smaller numbers would lie on top of each other on a linear axis.
template <class Number>
bool is_wide(const std::set<Number>& numbers) {
  return !numbers.empty() && *numbers.rbegin() > 20 * *numbers.begin();
}

/// Whether the numbers of a panel would lie on top of each other on a linear axis.
bool spans_decades(const Panel& panel) {
  constexpr double decades = 100;
  double low = HUGE_VAL, high = 0;
  for (const FigureSeries& series : panel.series)
    for (const FigurePoint& point : series.points) {
      low = std::min(low, point.y);
      high = std::max(high, point.y);
    }
  return low > 0 && high > decades * low;
}

/// Axes of bytes are in MB.
double scale_of(const QuantityInfo& quantity) { return quantity.form == Form::bytes ? 1e-6 : 1; }

Axis axis_of(const QuantityInfo& quantity, const std::string& label) {
  return {.label = label.empty() ? quantity.axis : label, .logarithmic = !quantity.is_linear};
}

/// A number of a table's row, on an axis.
class Drawn {
 public:
  Drawn(const ResultTable& table, std::string_view key)
      : quantity(&table.quantities[table.place_of(key)]), place_(table.place_of(key)) {}

  const QuantityInfo* quantity;
  const Value& operator()(const ResultRow& row) const { return row.values[place_]; }

 private:
  std::size_t place_;
};

std::string title_without_rows(const RunGroup& group) {
  return fmt::format("{}, {}", group.facts.title, kernel_in_words(group.kernel));
}

std::vector<PlottedGroup> points_of(const ResultTable& table, const FigureOf& of, const Drawn& y,
                                    const std::optional<Drawn>& x) {
  std::vector<PlottedGroup> points;
  for (const ResultRow& row : table.rows) {
    PlottedGroup& point = points.emplace_back(PlottedGroup{
        .group = row.group, .point = {}, .series = of.series ? of.series(row) : series_of(*row.group)});
    const Value& value = y(row);
    if (value.number.n == 0 || (x && (*x)(row).number.n == 0)) continue;
    const double at = x            ? scale_of(*x->quantity) * (*x)(row).number.mean
                      : of.by_rows ? training_rows(*row.group)
                                   : static_cast<double>(row.group->D);
    point.point = point_with_deviation(at, value.number);
    if (value.low) point.point->low = value.low;
    if (value.high) point.point->high = value.high;
  }
  return points;
}

/// The curves of another quantity go to the panels of those that were measured, a dashed one behind its own.
void add_beside(std::vector<Panel>& panels, const DrawnBeside& beside, const ResultTable& table,
                const FigureOf& of, const Panel& like, const std::optional<Drawn>& x) {
  std::map<std::string, const RunGroup*> groups;  // by the series' keys
  std::vector<PlottedGroup> points = points_of(table, of, Drawn(table, beside.key), x);
  std::erase_if(points, [](const PlottedGroup& one) { return one.point && one.point->x == 0; });
  for (const PlottedGroup& one : points) groups.emplace(one.series.key, one.group);
  for (Panel& made : panels_of(points, like, of.panel)) {
    const auto panel = std::ranges::find(panels, made.title, &Panel::title);
    if (panel == panels.end()) continue;
    for (FigureSeries& series : made.series) {
      const auto measured = std::ranges::find(panel->series, series.key, &FigureSeries::key);
      series.label = series.brief = beside.label(*groups.at(series.key));
      auto place = panel->series.end();
      if (beside.published) {
        series.key = std::string(paper_prefix) + groups.at(series.key)->method;
        for (FigurePoint& point : series.points) point.records.clear();
      } else {
        series.mark = Mark::theory;
        const auto is_own = [&](const FigureSeries& other) { return other.key == series.key; };
        place = std::find_if_not(measured, panel->series.end(), is_own);
      }
      panel->series.insert(place, std::move(series));
    }
  }
}

/// A row of panels for each kernel; those without a point are blank.
std::vector<Panel> grid_of(std::vector<Panel> panels, const ResultTable& table, int& columns) {
  std::vector<std::string> datasets;
  std::vector<Kernel> kernels;
  const auto add = [](auto& known, const auto& one) {
    if (std::ranges::find(known, one) == known.end()) known.push_back(one);
  };
  for (const ResultRow& row : table.rows) {
    if (!row.group->done.empty()) add(datasets, row.group->dataset_title());
    add(kernels, row.group->kernel);
  }
  columns = static_cast<int>(datasets.size());
  std::vector<Panel> grid;
  for (const Kernel& kernel : kernels)
    for (const std::string& dataset : datasets) {
      const auto found =
          std::ranges::find(panels, fmt::format("{}, {}", dataset, kernel_in_words(kernel)), &Panel::title);
      grid.push_back(found == panels.end() ? Panel() : std::move(*found));
    }
  return grid;
}

/// What a larger number costs is then seen from one panel to the next.
void share_y_axis(std::vector<Panel>& panels) {
  constexpr double margin = 1.25;
  double low = HUGE_VAL, high = 0;
  for (const Panel& panel : panels)
    for (const FigureSeries& series : panel.series)
      for (const FigurePoint& point : series.points) {
        low = std::min(low, point.low.value_or(point.y));
        high = std::max(high, point.high.value_or(point.y));
      }
  if (!(low > 0 && high > 0)) return;  // nothing to draw
  for (Panel& panel : panels) {
    panel.y.low = low / margin;
    panel.y.high = high * margin;
  }
}

}  // namespace

Along varies_along(const ResultTable& table) {
  const Config& config = *table.config;
  if (config.grid.size() * config.kernels.size() > most_panels) return Along::nothing;
  using Curve = std::tuple<DatasetRequest, Kernel, std::string>;
  std::map<Curve, std::set<Index>> features, rows;
  std::map<std::string, std::set<DatasetRequest>> datasets;
  for (const ResultRow& row : table.rows) {
    const RunGroup& group = *row.group;
    const DatasetRequest all = with_all_rows(group);
    if (group.D > 0) features[{group.dataset, group.kernel, group.method_label}].insert(group.D);
    rows[{all, group.kernel, group.method_label}].insert(group.dataset.max_train);
    datasets[all.name].insert(all);
  }
  const auto has_several = [](const auto& one) { return one.second.size() > 1; };
  if (std::ranges::any_of(features, has_several)) return Along::features;
  // Splits of one data set would lie in one panel.
  if (std::ranges::any_of(datasets, has_several) || std::ranges::none_of(rows, has_several))
    return Along::nothing;
  return Along::rows;
}

bool has_several_D(const ResultTable& table) { return numbers_of_features(table).size() > 1; }

std::string quick_sentence(const Config& config) {
  if (!config.quick) return "";
  const auto limits = find_experiment(config.experiment).quick_limits;
  return fmt::format(" QUICK: {}.", limits != nullptr ? limits() : quick_limits(config));
}

Figure figure_of(const Config& config, const RunGroupPointers& groups, std::vector<Panel> panels,
                 int most_columns) {
  Figure figure{.name = config.name,
                .number = config.figure ? config.figure->number : "",
                .title = config.title,
                .caption = {},
                .columns = std::clamp(static_cast<int>(panels.size()), 1, most_columns)};
  figure.panels = std::move(panels);
  figure.missing = lines_about_missing_runs(config, groups);
  return figure;
}

Figure result_figure(const ResultTable& table, const FigureOf& of) {
  const Config& config = *table.config;
  const Drawn y(table, of.y);
  const std::optional<Drawn> x = of.x.empty() ? std::nullopt : std::optional(Drawn(table, of.x));
  const std::vector<PlottedGroup> points = points_of(table, of, y, x);
  Panel like;
  if (x)
    like.x = axis_of(*x->quantity, of.x_label);
  else if (of.by_rows)
    like.x = {.label = of.x_label.empty() ? "number of training rows n" : of.x_label,
              .logarithmic = is_wide(places_of(points))};
  else
    like.x = {.label = of.x_label.empty() ? "number of random features D" : of.x_label,
              .logarithmic = of.logarithmic_D.value_or(is_wide(numbers_of_features(table)))};
  like.y = axis_of(*y.quantity, of.y_label);
  const PanelTitle panel = of.by_rows && !of.panel ? title_without_rows : of.panel;
  std::vector<Panel> panels = of.parameters.empty() ? panels_of(points, like, panel)
                                                    : panels_by_parameter(points, of.parameters, like);
  if (std::ranges::any_of(panels, spans_decades))
    for (Panel& one : panels) one.y.logarithmic = true;
  for (const DrawnBeside& beside : of.beside) add_beside(panels, beside, table, of, like, x);
  int columns = of.columns;
  if (of.by_kernel) panels = grid_of(std::move(panels), table, columns);
  if (of.one_y_axis) share_y_axis(panels);

  Figure figure = figure_of(config, table.groups(), std::move(panels), of.most_columns);
  if (columns > 0) figure.columns = columns;
  figure.name += of.name;
  if (!of.name.empty()) figure.number.clear();
  if (!of.title.empty()) figure.title = of.title;
  if (!has_points(figure)) return figure;
  figure.caption = !of.caption.empty() ? of.caption
                                       : fmt::format("{} against {}.", y.quantity->title,
                                                     x            ? x->quantity->title
                                                     : of.by_rows ? "the number of training rows"
                                                                  : "the number of features");
  if (!of.means.empty()) figure.caption += " " + of.means;
  if (y.quantity->form == Form::seconds || (x && x->quantity->form == Form::seconds))
    figure.caption += Provenance(table.groups()).sentences();
  figure.caption += quick_sentence(config);
  return figure;
}

}  // namespace sketchbench
