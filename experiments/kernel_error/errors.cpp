#include "experiments/kernel_error/errors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <tuple>

#include <sketchbench/core/text.hpp>
#include <sketchbench/report/table_cells.hpp>
#include <sketchbench/report/words.hpp>

namespace sketchbench {

namespace {

bool testable(const ErrorPoint& point) {
  return point.error && point.error->theory && point.error->mean_square.size() >= fewest_maps_to_test;
}

void test(std::vector<ErrorPoint>& points) {
  const auto tested = std::ranges::count_if(points, testable);
  for (ErrorPoint& point : points) {
    if (!testable(point)) continue;
    std::vector<double> ratios = point.error->mean_square;
    for (double& value : ratios) value /= point.error->theory->mean_square;
    point.ratio = positive_mean_interval(ratios, point_confidence);
    point.wide_ratio =
        positive_mean_interval(ratios, 1 - (1 - joint_confidence) / static_cast<double>(tested));
  }
}

std::vector<ErrorPanel> panels_of(const std::vector<ErrorPoint>& points) {
  std::vector<ErrorPanel> panels;
  for (const ErrorPoint& point : points) {
    const auto found = std::ranges::find_if(panels, [&](const ErrorPanel& panel) {
      return panel.any().dataset == point.dataset && panel.any().kernel == point.kernel;
    });
    if (found != panels.end())
      found->points.push_back(&point);
    else
      panels.push_back({.points = {&point}});
  }
  const auto place = [&](const ErrorPanel& panel) {
    const auto first = std::ranges::find(points, panel.any().dataset, &ErrorPoint::dataset);
    std::vector<double> parameters;  // the last first: rows of panels by coef0, degrees from left to right
    const Kernel& kernel = panel.any().kernel;
    for (const FieldInfo& parameter : kernel.parameters())
      parameters.insert(parameters.begin(), kernel.number(parameter.name).value_or(0));
    return std::tuple(first - points.begin(), std::string(panel.any().kernel.family()), parameters);
  };
  std::ranges::stable_sort(panels, {}, place);
  return panels;
}

}  // namespace

ErrorPoint::ErrorPoint(RunGroup group) : RunGroup(std::move(group)) {
  if (done.empty()) return;
  error = result_of<KernelError>(done.front());  // it draws its own seeds: one run
  relative_error = sample_of(error->relative_error);
  rms = std::sqrt(sample_of(error->mean_square).mean);
  std::vector<double> roots = error->mean_square;
  for (double& value : roots) value = std::sqrt(value);
  rms_std = sample_of(roots).std;
}

double ErrorPoint::normal_mean_error(const PredictedErrors& predicted) {
  return std::sqrt(2 / std::numbers::pi) * predicted.mean_deviation;
}

Agreement KernelErrors::agreement() const {
  Agreement agreement;
  for (const ErrorPoint& point : points) {
    if (!point.ratio) continue;
    ++agreement.tested;
    agreement.inside += point.ratio->holds(1) ? 1 : 0;
    agreement.agreeing += point.wide_ratio->holds(1) ? 1 : 0;
  }
  return agreement;
}

bool has_bound_of(const FeatureMapKind& kind, const ErrorPoint& point) {
  return point.error && point.error->bound && defining_map(point.method) == kind.name;
}

std::vector<const FeatureMapKind*> bounded_kinds(const KernelErrors& errors) {
  std::vector<const FeatureMapKind*> kinds;
  for (const ErrorPoint& point : errors.points) {
    if (!point.error || !point.error->bound) continue;
    const FeatureMapKind* kind = &find_feature_map(defining_map(point.method));
    if (std::ranges::find(kinds, kind) == kinds.end()) kinds.push_back(kind);
  }
  return kinds;
}

KernelErrors kernel_errors(const Config& config, const ReportSources& sources) {
  RunGroups groups = group_runs(config, sources);
  KernelErrors errors;
  errors.config = std::move(groups.config);
  errors.left_out = std::move(groups.left_out);
  for (RunGroup& group : groups.groups) errors.points.emplace_back(std::move(group));
  test(errors.points);
  errors.panels = panels_of(errors.points);
  return errors;
}

namespace {

std::string percent(Index part, Index whole) {
  return fmt::format("{:.1f} %", 100 * static_cast<double>(part) / static_cast<double>(whole));
}

const ErrorPoint* largest_bounded(const ErrorPanel& panel, const FeatureMapKind& kind) {
  const ErrorPoint* largest = nullptr;
  for (const ErrorPoint* point : panel.points)
    if (has_bound_of(kind, *point) && (largest == nullptr || point->D > largest->D)) largest = point;
  return largest;
}

std::vector<TableCell> bound_row(const ErrorPoint& point) {
  const KernelError& error = *point.error;
  const KernelError::StatedBound& bound = *error.bound;
  const Sample measured = sample_of(bound.mean_square_beyond);
  const std::string measured_text =
      measured.n == 0 ? ""
                      : fmt::format("{:.2f}{}", measured.mean,
                                    measured.n > 1 ? fmt::format(" ± {:.2f}", standard_error(measured)) : "");
  return {one_line(point.dataset_title()),
          one_line(point.kernel.display(), Tone::strong),
          one_line(with_commas(point.D)),
          number_cell(percent(bound.pairs_beyond, error.pairs), point),
          one_line(fmt::format("{:.2f}", bound.largest_ratio)),
          one_line(bound.pairs_beyond > 0 ? fmt::format("{:.2f}", bound.mean_ratio_beyond) : ""),
          number_cell(measured_text, point, Tone::strong)};
}

}  // namespace

std::vector<Table> bound_tables(const KernelErrors& errors) {
  std::vector<Table> tables;
  for (const FeatureMapKind* kind : bounded_kinds(errors)) {
    Table table;
    table.caption =
        fmt::format("{}'s bound of {}'s variance against the exact variance", kind->bound_name, kind->title);
    table.remarks = {
        "Ratios of a variance to the bound; above 1 the bound is exceeded. Measured: mean of (estimate − κ)² "
        "/ bound over the pairs whose exact variance exceeds the bound, ± standard error over the maps."};
    table.columns = {
        {{"Data set"}, false},          {{"Kernel"}, false},          {{"D"}, true},
        {{"Pairs", "beyond"}, true},    {{"Largest", "exact"}, true}, {{"Mean exact,", "beyond"}, true},
        {{"Measured,", "beyond"}, true}};
    for (const ErrorPanel& panel : errors.panels)
      if (const ErrorPoint* point = largest_bounded(panel, *kind)) table.rows.push_back(bound_row(*point));
    tables.push_back(std::move(table));
  }
  return tables;
}

}  // namespace sketchbench
