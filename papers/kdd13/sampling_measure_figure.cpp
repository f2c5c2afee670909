#include "papers/kdd13/sampling_measure_figure.hpp"

#include <fmt/format.h>

#include <algorithm>

#include <sketchbench/report/figure/palette.hpp>
#include <sketchbench/report/words.hpp>
#include "papers/kdd13/random_maclaurin_gap.hpp"

namespace sketchbench::kdd13 {
namespace {

FigurePoint point_of(const RandomMaclaurinGap& gap) {
  const double share = 100 * gap.explained_share();
  FigurePoint point{.x = static_cast<double>(gap.sketch->D), .y = share};
  if (const auto error = gap.share_error()) {
    point.low = share - 100 * *error;
    point.high = share + 100 * *error;
  }
  point.records = record_ids({gap.sketch, gap.published, gap.restricted});
  return point;
}

std::vector<Panel> panels_about(std::vector<RandomMaclaurinGap> gaps) {
  std::ranges::stable_sort(gaps, {}, [](const RandomMaclaurinGap& gap) { return gap.sketch->kernel; });
  std::vector<PlottedGroup> points;
  for (const RandomMaclaurinGap& gap : gaps) {
    const Summary& sketch = *gap.sketch;
    points.push_back({&sketch,
                      point_of(gap),
                      {.key = sketch.dataset.name,
                       .label = sketch.dataset_title(),
                       .kernel = sketch.kernel.display(),
                       .look = sketch.facts.look}});
  }
  std::vector<Panel> panels = panels_of(points,
                                        {.x = {.label = "number of random features D", .logarithmic = true},
                                         .y = {.label = "share of the gap explained (%)"}},
                                        [](const RunGroup& group) { return group.kernel.display(); });
  for (Panel& panel : panels)
    panel.series.push_back({.key = reference_key,
                            .label = "all of the gap",
                            .mark = Mark::level,
                            .points = {{.x = panel.series.back().points.back().x, .y = 100}}});
  return panels;
}

/// Shares mean the same in every panel, so they are drawn on one scale, from none to all and beyond.
void share_one_scale(std::vector<Panel>& panels) {
  double low = 0, high = 100;
  for (const Panel& panel : panels)
    for (const FigureSeries& series : panel.series)
      for (const FigurePoint& point : series.points) {
        low = std::min(low, point.low.value_or(point.y));
        high = std::max(high, point.high.value_or(point.y));
      }
  for (Panel& panel : panels) {
    panel.y.low = low - 5;
    panel.y.high = high + 5;
  }
}

}  // namespace

Figure sampling_measure_figure(const SummaryPointers& rows) {
  Figure figure{
      .name = "sampling_measure",
      .title = "What the sampling measure explains of Random Maclaurin's gap to Tensor Sketching",
      .caption = fmt::format(
          "The share of the published form's gap to Tensor Sketching, in accuracy, that goes away when the "
          "degrees are drawn only from those that the kernel has; more than 100 % where that form is ahead "
          "of Tensor Sketching. Bars: one standard error to either side, to first order. Left out: results "
          "where the published form is less than {:g} point behind.",
          smallest_gap)};
  figure.panels = panels_about(random_maclaurin_gaps(rows));
  share_one_scale(figure.panels);
  figure.columns = std::clamp(static_cast<int>(figure.panels.size()), 1, 2);
  return figure;
}

}  // namespace sketchbench::kdd13
