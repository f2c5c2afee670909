#include "experiments/kernel_error/figure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>

#include <sketchbench/core/text.hpp>
#include <sketchbench/harness/cell/cell_map.hpp>
#include <sketchbench/report/group_words.hpp>
#include <sketchbench/report/missing_runs.hpp>
#include <sketchbench/report/words.hpp>

namespace sketchbench {
namespace {

/// What a figure shows of a point that is there.
struct Measure {
  std::string axis;
  std::function<FigurePoint(const ErrorPoint&)> measured;  ///< but for x and records
  std::function<double(const PredictedErrors&)> predicted;
};

/// A bar on a logarithmic axis must not reach zero.
FigurePoint with_bar(double y, std::optional<double> deviation) {
  FigurePoint point{.x = 0, .y = y, .low = {}, .high = {}, .records = {}};
  if (!deviation) return point;
  if (y > *deviation) point.low = y - *deviation;
  point.high = y + *deviation;
  return point;
}

Measure mean_error() {
  return {.axis = "mean relative error",
          .measured =
              [](const ErrorPoint& point) {
                return with_bar(point.relative_error.mean, point.relative_error.std);
              },
          .predicted = ErrorPoint::normal_mean_error};
}

Measure rms_error() {
  return {.axis = "root mean square relative error",
          .measured = [](const ErrorPoint& point) { return with_bar(point.rms, point.rms_std); },
          .predicted = [](const PredictedErrors& predicted) { return std::sqrt(predicted.mean_square); }};
}

FigureSeries empty_series(const ErrorPoint& point, std::string label, Mark mark) {
  return {.key = point.method,
          .label = std::move(label),
          .kernel = point.kernel.display(),
          .mark = mark,
          .points = {}};
}

/// The curves of one map: measured, by its exact variance, by the bound that is stated for it.
std::vector<FigureSeries> curves_of(const std::vector<const ErrorPoint*>& points, const Measure& measure) {
  const ErrorPoint& any = *points.front();
  const std::string name = method_title(any);
  FigureSeries measured = empty_series(any, name, Mark::measured);
  FigureSeries exact = empty_series(any, name + ", predicted", Mark::theory);
  FigureSeries bound =
      empty_series(any, name + ", by " + kind_of_map(any.method, any.external).bound_name, Mark::theory);
  for (const ErrorPoint* point : points) {
    if (!point->error) continue;
    const auto x = static_cast<double>(point->D);
    const std::vector<std::string> records = {point->done.front().id};
    FigurePoint here = measure.measured(*point);
    here.x = x;
    here.records = records;
    measured.points.push_back(std::move(here));
    const auto predict = [&](const PredictedErrors& errors) {
      return FigurePoint{.x = x, .y = measure.predicted(errors), .low = {}, .high = {}, .records = records};
    };
    if (point->error->theory) exact.points.push_back(predict(*point->error->theory));
    if (point->error->bound) bound.points.push_back(predict(*point->error->bound));
  }
  std::vector<FigureSeries> curves = {std::move(measured), std::move(exact), std::move(bound)};
  std::erase_if(curves, [](const FigureSeries& series) { return series.points.empty(); });
  return curves;
}

Panel panel_of(const ErrorPanel& errors, const Measure& measure, bool name_dataset) {
  Panel panel;
  const ErrorPoint& any = errors.any();
  panel.title =
      name_dataset ? fmt::format("{}, {}", any.dataset_title(), any.kernel.display()) : any.kernel.display();
  panel.dataset = any.dataset.name;
  // Errors fall as a power of D, -1/2, a straight line on logarithmic axes; and panels that differ by a
  // factor of ten can be compared by their slopes.
  panel.x = {.label = "random features D", .logarithmic = true, .low = {}, .high = {}};
  panel.y = {.label = measure.axis, .logarithmic = true, .low = {}, .high = {}};
  std::vector<const ErrorPoint*> rest = errors.points;
  while (!rest.empty()) {
    const std::string method = rest.front()->method_label;
    const auto others = std::stable_partition(
        rest.begin(), rest.end(), [&](const ErrorPoint* point) { return point->method_label == method; });
    std::vector<const ErrorPoint*> points(rest.begin(), others);
    rest.erase(rest.begin(), others);
    std::ranges::stable_sort(points, {}, &ErrorPoint::D);
    for (FigureSeries& series : curves_of(points, measure)) panel.series.push_back(std::move(series));
  }
  return panel;
}

/// The numbers of a text that are not the same for all points: "499,493 to 499,500".
std::string range_text(const std::set<Index>& values) {
  if (values.empty()) return "";
  const std::string low = with_commas(*values.begin());
  return values.size() == 1 ? low : fmt::format("{} to {}", low, with_commas(*values.rbegin()));
}

std::string sample_text(const KernelErrors& errors) {
  std::set<Index> pairs, maps, left_out;
  for (const ErrorPoint& point : errors.points) {
    if (!point.error) continue;
    pairs.insert(point.error->pairs);
    left_out.insert(point.error->pairs_left_out);
    maps.insert(point.error->maps);
  }
  std::string text = fmt::format(
      "over {} pairs of training rows (pairs with κ = 0 left out: {}); means and standard deviations over {} "
      "independent maps for each point",
      range_text(pairs), range_text(left_out), range_text(maps));
  return text;
}

Figure figure_of(const KernelErrors& errors, const Measure& measure) {
  Figure figure;
  std::set<std::string> datasets;
  std::set<double> first_parameters;  // a column of panels for each: degrees
  for (const ErrorPanel& panel : errors.panels) {
    datasets.insert(panel.any().dataset_label);
    const Kernel& kernel = panel.any().kernel;
    first_parameters.insert(kernel.number(kernel.parameters().front().name).value_or(0));
  }
  for (const ErrorPanel& panel : errors.panels)
    figure.panels.push_back(panel_of(panel, measure, datasets.size() > 1));
  figure.columns = std::max(1, static_cast<int>(first_parameters.size()));
  figure.missing = lines_about_missing_runs(errors.config, pointers_to(errors.points));
  return figure;
}

/// " "By Lemma 6": ..." for every bound that is drawn.
std::string bounds_text(const KernelErrors& errors) {
  std::string text;
  for (const FeatureMapKind* kind : bounded_kinds(errors))
    text += fmt::format(" \"By {}\": the same of the variance that it states as a bound for {}.",
                        kind->bound_name, kind->title);
  return text;
}

/// "Adult. ", or nothing where the panels say it.
std::string dataset_text(const KernelErrors& errors) {
  const ErrorPoint& first = errors.points.front();
  const bool one = std::ranges::all_of(
      errors.points, [&](const ErrorPoint& point) { return point.dataset_label == first.dataset_label; });
  return one ? first.dataset_title() + ": " : "";
}

}  // namespace

Figure mean_error_figure(const KernelErrors& errors) {
  Figure figure = figure_of(errors, mean_error());
  figure.name = errors.config.name;
  figure.number = errors.config.figure ? errors.config.figure->number : "";
  figure.title = "Relative error of the kernel estimate";
  if (!has_points(figure)) return figure;
  figure.caption = fmt::format(
      "{}|⟨f(x),f(y)⟩ − κ(x,y)| / |κ(x,y)|, mean {}. Dashed: the error that the exact variance stands for, "
      "√(2/π) of the mean of √Var / |κ|. That is right where estimates are normal; where they have heavy "
      "tails, the mean error lies below.{}",
      dataset_text(errors), sample_text(errors), bounds_text(errors));
  return figure;
}

Figure rms_error_figure(const KernelErrors& errors) {
  Figure figure = figure_of(errors, rms_error());
  figure.name = errors.config.name + "_rms";
  figure.title = "Root mean square of the relative error, measured and predicted";
  if (!has_points(figure)) return figure;
  figure.caption = fmt::format(
      "{}The root of the mean of (⟨f(x),f(y)⟩ − κ(x,y))² / κ(x,y)² {}. Dashed: the root of the mean of "
      "Var / κ², which is the expectation of the mean square without any assumption.",
      dataset_text(errors), sample_text(errors));
  if (const Agreement agreement = errors.agreement(); agreement.tested > 0)
    figure.caption += fmt::format(" {} of {} points agree with it (joint confidence {:g} %).",
                                  agreement.agreeing, agreement.tested, 100 * joint_confidence);
  return figure;
}

}  // namespace sketchbench
