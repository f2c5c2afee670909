#pragma once
#include <optional>
#include <string>
#include <vector>

#include <sketchbench/report/document/document.hpp>
#include <sketchbench/report/figure/figure.hpp>
#include <sketchbench/report/results/result_table.hpp>
#include <sketchbench/report/results/run_rows.hpp>
#include "experiments/sampling_theorems/run.hpp"

namespace sketchbench {

/// One cell: a data set and a kernel, and what its record says of each theorem.
struct TheoremsCell : RunGroup {
  explicit TheoremsCell(RunGroup group);

  std::optional<SamplingTheorems> theorems;  ///< none without a record

  /// "Adult, Gaussian, σ = 2".
  std::string title() const;
};

using TheoremsResults = RunRows<TheoremsCell>;

/// A row for each inequality that is looked at: with how many random matrices of all cells it has which
/// verdict.
Table theorems_overview(const TheoremsResults& results);

/// A line for each inequality and random matrix of each cell.
ResultTable theorems_table(const TheoremsResults& results);

/// A table for each cell, a row for each inequality and random matrix: hypothesis met, bound, measured value,
/// slack, verdict. `table`: theorems_table().
std::vector<Table> theorems_tables(const TheoremsResults& results, const ResultTable& table);

/// |E| against s, a panel for each cell: sparsified, and sparsified and quantised, whose s = 1 is quantised
/// alone; for each, Theorem 1's 4 sigma sqrt(m) and 4 times the least norm with E's mean squared entry; a
/// level at |K|.
Figure theorems_figure(const TheoremsResults& results, const ResultTable& table);

}  // namespace sketchbench
