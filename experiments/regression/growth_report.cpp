#include <fmt/format.h>

#include <algorithm>

#include <sketchbench/features/feature_map.hpp>
#include <sketchbench/report/figure/claimed_series.hpp>
#include <sketchbench/report/figure/figure_point.hpp>
#include <sketchbench/report/figure/panels.hpp>
#include <sketchbench/report/partition.hpp>
#include <sketchbench/report/provenance/provenance.hpp>
#include <sketchbench/report/table_cells.hpp>
#include <sketchbench/report/words.hpp>
#include "experiments/regression/growth.hpp"

namespace sketchbench {
namespace {

/// "Blog Feedback, exp(...)": without the number of rows, which is what varies.
std::string subject_title(const RegressionRow& row) {
  return fmt::format("{}, {}", row.facts.title, row.kernel.display());
}

TableCell claimed_cell(const ComparedGrowth& growth) {
  return one_line(growth.claimed ? exponent_text(*growth.claimed) : "");
}

/// "m Fourier features of n rows": what letters stand for that only some maps' claims have.
std::string letters_of(const std::vector<PhaseGrowth>& growth) {
  std::vector<std::string> letters;
  for (const FeatureMapKind& kind : feature_map_kinds())
    if (std::ranges::any_of(growth, [&](const PhaseGrowth& one) { return one.any->method == kind.name; }) &&
        !kind.claim_letters.empty() && std::ranges::find(letters, kind.claim_letters) == letters.end())
      letters.push_back(kind.claim_letters);
  return letters.empty() ? "" : fmt::format(", {}", fmt::join(letters, ", "));
}

FigureSeries measured_series(const RegressionRow& row, const MeasuredGrowth& growth) {
  FigureSeries series = series_of(row);
  for (const GrowthPoint& point : growth.points) {
    series.points.push_back(
        drawn_point(point_with_deviation(point.size, point.value), *point.group, /*logarithmic=*/true));
  }
  return series;
}

Panel panel_of(const std::vector<const PhaseGrowth*>& growth, const std::string& size,
               ComparedGrowth PhaseGrowth::*part) {
  Panel panel;
  const PhaseGrowth& any = *growth.front();
  panel.title = fmt::format("{}, {}", name_of(any.phase), any.any->facts.title);
  panel.dataset = any.any->dataset.name;
  panel.x = {.label = size, .logarithmic = true, .low = {}, .high = {}};
  panel.y = {.label = "CPU time (s)", .logarithmic = true, .low = {}, .high = {}};
  for (const PhaseGrowth* one : growth) {
    const ComparedGrowth& compared = one->*part;
    if (compared.measured.points.size() < 2) continue;
    panel.series.push_back(measured_series(*one->any, compared.measured));
    if (compared.claimed) panel.series.push_back(claimed_series(panel.series.back(), *compared.claimed));
  }
  return panel;
}

}  // namespace

Table growth_table(const std::vector<PhaseGrowth>& growth) {
  Table table;
  table.caption = "Growth of the times";
  table.remarks = {fmt::format(
      "The exponent of a power law, {}: with n at the largest D, with D at the largest n. Claimed: the "
      "exponent of the same fit through the operations that are claimed at these sizes, for n training rows "
      "of d columns, t test rows and D features{}. The time of prediction includes mapping the test rows; "
      "training on an exact kernel includes its kernel matrix.",
      exponent_remark("mean CPU times at each size"), letters_of(growth))};
  table.columns = {{{"Data"}, false},    {{"Method"}, false},
                   {{"Time of"}, false}, {{"n"}, true},
                   {{"With n"}, true},   {{"claimed"}, true},
                   {{"D"}, true},        {{"With D"}, true},
                   {{"claimed"}, true},  {{"Operations", "claimed"}, false}};
  Provenance times;
  for (const PhaseGrowth& one : growth) {
    for (const ComparedGrowth* compared : {&one.in_n, &one.in_D})
      times.add(Provenance(groups_of(compared->measured)));
    table.rows.push_back({one_line(subject_title(*one.any)), one_line(method_short(one.any->method_label)),
                          one_line(name_of(one.phase)), one_line(sizes_text(one.in_n.measured)),
                          exponent_cell(one.in_n.measured), claimed_cell(one.in_n),
                          one_line(sizes_text(one.in_D.measured)), exponent_cell(one.in_D.measured),
                          claimed_cell(one.in_D), one_line(claim_in_words(one.phase, *one.any))});
  }
  table.notes = times.lines();
  return table;
}

std::vector<Panel> growth_panels(const std::vector<PhaseGrowth>& growth) {
  std::vector<const PhaseGrowth*> all;
  for (const PhaseGrowth& one : growth) all.push_back(&one);
  std::vector<Panel> panels;
  for (const auto& of_subject : partitioned(
           all, [](const PhaseGrowth* a, const PhaseGrowth* b) { return same_data(*a->any, *b->any); }))
    for (const auto& [size, part] : {std::pair("training rows n", &PhaseGrowth::in_n),
                                     std::pair("random features D", &PhaseGrowth::in_D)})
      for (const Phase phase : phases) {
        auto of_phase = of_subject;
        std::erase_if(of_phase, [&](const PhaseGrowth* one) { return one->phase != phase; });
        if (of_phase.empty()) continue;
        if (Panel panel = panel_of(of_phase, size, part); has_points(panel))
          panels.push_back(std::move(panel));
      }
  return panels;
}

}  // namespace sketchbench
