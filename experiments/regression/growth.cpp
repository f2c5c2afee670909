#include "experiments/regression/growth.hpp"

#include <algorithm>

#include <sketchbench/report/partition.hpp>
#include <sketchbench/report/provenance/provenance.hpp>

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

}  // namespace sketchbench
