#include "experiments/regression/growth.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include <sketchbench/features/feature_map.hpp>
#include <sketchbench/harness/cell/cell_map.hpp>
#include <sketchbench/learners/learner.hpp>
#include <sketchbench/report/figure/panels.hpp>
#include <sketchbench/report/group_words.hpp>
#include <sketchbench/report/partition.hpp>
#include <sketchbench/report/provenance/provenance.hpp>
#include <sketchbench/report/table_cells.hpp>
#include <sketchbench/report/words.hpp>
#include "experiments/regression/report.hpp"

namespace sketchbench {

namespace {

using RowPointers = std::vector<const RegressionRow*>;

bool same_subject(const RegressionRow* a, const RegressionRow* b) {
  return same_data(*a, *b) && a->method_label == b->method_label;
}

ComparedGrowth grown(Phase phase, const RowPointers& rows, Index RegressionRow::*size) {
  std::vector<GrowthPoint> points;
  std::vector<double> sizes, claimed;
  for (const RegressionRow* row : rows) {
    if (row->*size == 0) continue;  // an exact kernel has no D
    const auto at = static_cast<double>(row->*size);
    points.push_back({row, at, seconds_of(phase, *row)});
    sizes.push_back(at);
    claimed.push_back(claimed_operations(phase, *row));
  }
  ComparedGrowth growth{.measured = measured_growth(std::move(points)), .claimed = {}};
  if (!of_one_processor(groups_of(growth.measured))) growth.measured.law.reset();
  if (const auto law = fit_power_law(sizes, claimed)) growth.claimed = law->exponent;
  return growth;
}

/// The rows that have the largest of another size, with one row for each of the sizes looked at.
RowPointers at_largest(const RowPointers& rows, Index RegressionRow::*fixed) {
  Index largest = 0;
  for (const RegressionRow* row : rows) largest = std::max(largest, row->*fixed);
  RowPointers those;
  for (const RegressionRow* row : rows)
    if (row->*fixed == largest) those.push_back(row);
  return those;
}

}  // namespace

bool same_data(const RegressionRow& a, const RegressionRow& b) {
  return a.dataset.name == b.dataset.name && a.dataset.split == b.dataset.split &&
         a.dataset.max_test == b.dataset.max_test && a.dataset.d == b.dataset.d && a.kernel == b.kernel;
}

std::vector<PhaseGrowth> regression_growth(const RegressionResults& results) {
  RowPointers with_runs;
  for (const RegressionRow& row : results.rows)
    if (row.runs() > 0) with_runs.push_back(&row);
  std::vector<PhaseGrowth> all;
  for (const RowPointers& rows : partitioned(with_runs, same_subject))
    for (const Phase phase : phases) {
      PhaseGrowth growth{.any = rows.front(),
                         .phase = phase,
                         .in_n = grown(phase, at_largest(rows, &RegressionRow::D), &RegressionRow::n_train),
                         .in_D = grown(phase, at_largest(rows, &RegressionRow::n_train), &RegressionRow::D)};
      if (!growth.in_n.measured.points.empty()) all.push_back(std::move(growth));
    }
  return all;
}

namespace {

bool is_exact(const RegressionRow& row) { return row.method == exact_method; }

const LearnerKind& learner_of(const RegressionRow& row) { return row.learner.kind(); }

/// "t n d", "t (d D + D)"; empty without terms.
std::string times(std::string_view factor, const std::string& terms) {
  if (terms.empty()) return "";
  return terms.find('+') == std::string::npos ? fmt::format("{} {}", factor, terms)
                                              : fmt::format("{} ({})", factor, terms);
}

std::string prediction_in_words(const RegressionRow& row) {
  const std::string& of_row = learner_of(row).claim_of_row;
  if (is_exact(row)) return times("t", of_row);
  const FeatureMapKind& map = kind_of_map(row.method, row.external);
  if (map.claim.empty() || of_row.empty()) return "";
  return map.claim_of_prediction.empty() ? times("t", map.claim + " + " + of_row) : map.claim_of_prediction;
}

double operations(double (*claimed)(const TrainingShape&), const TrainingShape& shape) {
  return claimed == nullptr ? 0 : claimed(shape);
}

/// What a learner is trained on.
TrainingShape shape_of(const RegressionRow& row) {
  return {.n = row.n_train, .d = is_exact(row) ? row.d : row.D, .n_test = row.n_test};
}

double operations_of_prediction(const RegressionRow& row, const MapRequest& request) {
  const auto rows = static_cast<double>(row.n_test);
  const FeatureMapKind& map = kind_of_map(row.method, row.external);
  if (map.claimed_operations_of_prediction != nullptr)
    return map.claimed_operations_of_prediction(request, rows);
  const double scores = operations(learner_of(row).claimed_operations_of_row, shape_of(row));
  if (map.claimed_operations == nullptr || scores == 0) return 0;
  return rows * (map.claimed_operations(request) + scores);
}

}  // namespace

std::string name_of(Phase phase) {
  return phase == Phase::mapping ? "Mapping" : phase == Phase::training ? "Training" : "Prediction";
}

Sample seconds_of(Phase phase, const RegressionRow& row) {
  if (phase == Phase::mapping && is_exact(row)) return {};
  return number_of(row, regression_quantities(),
                   phase == Phase::training     ? "train_s"
                   : phase == Phase::prediction ? "predict_s"
                                                : "map_s");
}

std::string claim_in_words(Phase phase, const RegressionRow& row) {
  if (phase == Phase::training) return learner_of(row).claim;
  if (phase == Phase::prediction) return prediction_in_words(row);
  return is_exact(row) ? "" : times("n", kind_of_map(row.method, row.external).claim);
}

double claimed_operations(Phase phase, const RegressionRow& row) {
  if (row.runs() == 0) return 0;
  const LearnerKind& learner = learner_of(row);
  if (phase == Phase::training) return operations(learner.claimed_operations, shape_of(row));
  if (is_exact(row))
    return phase == Phase::mapping ? 0
                                   : static_cast<double>(row.n_test) *
                                         operations(learner.claimed_operations_of_row, shape_of(row));
  const MapRequest request = map_request(row.done.front().cell, row.d, row.n_train, 0);
  if (phase == Phase::prediction) return operations_of_prediction(row, request);
  const auto claimed = kind_of_map(row.method, row.external).claimed_operations;
  return claimed == nullptr ? 0 : static_cast<double>(row.n_train) * claimed(request);
}

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

/// One panel, or none where no curve has two points.
std::vector<Panel> panel_of(const std::vector<const PhaseGrowth*>& growth, const std::string& size,
                            ComparedGrowth PhaseGrowth::*part) {
  std::vector<PlottedGroup> points;
  std::map<std::string, double> claimed;  // by the series' keys
  for (const PhaseGrowth* one : growth) {
    const ComparedGrowth& compared = one->*part;
    if (compared.measured.points.size() < 2) continue;
    const FigureSeries series = series_of(*one->any);
    if (compared.claimed) claimed.emplace(series.key, *compared.claimed);
    for (const GrowthPoint& point : compared.measured.points)
      points.push_back({point.group, point_with_deviation(point.size, point.value), series});
  }
  Panel like;
  like.x = {.label = size, .logarithmic = true, .low = {}, .high = {}};
  like.y = {.label = "CPU time (s)", .logarithmic = true, .low = {}, .high = {}};
  std::vector<Panel> panels = panels_of(points, like, [phase = growth.front()->phase](const RunGroup& of) {
    return fmt::format("{}, {}", name_of(phase), of.facts.title);
  });
  for (Panel& panel : panels)
    for (std::size_t i = 0; i < panel.series.size(); ++i)
      if (const auto found = claimed.find(panel.series[i].key); found != claimed.end()) {
        FigureSeries dashed = claimed_series(panel.series[i], found->second);
        panel.series.insert(panel.series.begin() + static_cast<std::ptrdiff_t>(++i), std::move(dashed));
      }
  return panels;
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
    table.rows.push_back({one_line(subject_title(*one.any)), one_line(method_short(*one.any)),
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
        for (Panel& panel : panel_of(of_phase, size, part)) panels.push_back(std::move(panel));
      }
  return panels;
}

}  // namespace sketchbench
