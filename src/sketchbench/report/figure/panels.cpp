#include <sketchbench/report/figure/panels.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include <sketchbench/core/text.hpp>
#include <sketchbench/report/group_words.hpp>
#include <sketchbench/report/partition.hpp>
#include <sketchbench/report/words.hpp>

namespace sketchbench {

namespace {

using Members = std::vector<const PlottedGroup*>;  // of one panel, at least one

std::vector<Members> by_title(const std::vector<PlottedGroup>& groups, const PanelTitle& title_of) {
  Members shown;
  for (const PlottedGroup& member : groups)
    if (member.point) shown.push_back(&member);
  return partitioned(shown, [&](const PlottedGroup* a, const PlottedGroup* b) {
    return title_of(*a->group) == title_of(*b->group);
  });
}

/// An exact kernel has no place on an axis of D.
bool is_level(const PlottedGroup& member) {
  return member.group->method == exact_method && member.point->x == 0;
}

/// Where an exact kernel's level begins.
double smallest_x(const Members& members) {
  std::optional<double> least;
  for (const PlottedGroup* member : members)
    if (!is_level(*member)) least = std::min(least.value_or(member->point->x), member->point->x);
  return least.value_or(0);
}

std::string usual_title(const RunGroup& group) {
  return fmt::format("{}, {}", group.dataset_title(), kernel_in_words(group.kernel));
}

Panel panel_of(const Members& members, const Panel& like, const PanelTitle& title_of) {
  Panel panel = like;
  const RunGroup& any = *members.front()->group;
  panel.title = title_of(any);
  if (std::ranges::all_of(members, [&](const PlottedGroup* member) {
        return member->group->dataset.name == any.dataset.name;
      }))
    panel.dataset = any.dataset.name;
  for (const PlottedGroup* member : members) {
    auto series = std::ranges::find(panel.series, member->series.key, &FigureSeries::key);
    if (series == panel.series.end()) {
      panel.series.push_back(member->series);
      series = std::prev(panel.series.end());
      if (is_level(*member)) series->mark = Mark::level;
    }
    FigurePoint point = *member->point;
    if (is_level(*member)) point.x = smallest_x(members);
    series->points.push_back(drawn_point(std::move(point), *member->group, like.y.logarithmic));
  }
  for (FigureSeries& series : panel.series) std::ranges::stable_sort(series.points, {}, &FigurePoint::x);
  return panel;
}

}  // namespace

std::string kernel_in_words(const Kernel& kernel) {
  std::string text = kernel.display();
  for (const auto& [choice, words] :
       {std::pair("σ = cross_validation", "cross-validated σ"), std::pair("σ = median", "median σ")})
    text = replaced(std::move(text), choice, words);
  return text;
}

FigureSeries series_of(const RunGroup& group) {
  FigureSeries series{.key = group.method_label,
                      .label = method_title(group),
                      .kernel = group.kernel.display(),
                      .points = {}};
  series.brief = method_short(group);
  if (group.method == exact_method && !group.learner.is_none()) {
    series.label += ", " + learner_title(group.learner);
    series.brief += ", " + learner_title(group.learner);
  }
  return series;
}

std::vector<Panel> panels_of(const std::vector<PlottedGroup>& groups, const Panel& like,
                             const PanelTitle& asked) {
  const PanelTitle title_of = asked ? asked : usual_title;
  std::vector<Panel> panels;
  for (const Members& members : by_title(groups, title_of))
    panels.push_back(panel_of(members, like, title_of));
  return panels;
}

FigurePoint point_with_deviation(double x, const Sample& sample) {
  FigurePoint point{.x = x, .y = sample.mean};
  if (sample.std) {
    point.low = sample.mean - *sample.std;
    point.high = sample.mean + *sample.std;
  }
  return point;
}

FigurePoint drawn_point(FigurePoint point, const RunGroup& group, bool logarithmic) {
  if (logarithmic && point.low && *point.low <= 0) point.low = point.y;
  if (point.records.empty())
    for (const Record& record : group.done) point.records.push_back(record.id);
  return point;
}

FigureSeries claimed_series(const FigureSeries& measured, double exponent) {
  FigureSeries claimed{
      .key = measured.key, .label = "claimed", .kernel = measured.kernel, .mark = Mark::theory, .points = {}};
  if (measured.points.empty()) return claimed;
  const FigurePoint& last = measured.points.back();
  for (const FigurePoint& point : measured.points)
    claimed.points.push_back({.x = point.x,
                              .y = last.y * std::pow(point.x / last.x, exponent),
                              .low = {},
                              .high = {},
                              .records = {}});
  return claimed;
}

}  // namespace sketchbench
