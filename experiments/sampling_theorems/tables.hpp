#pragma once
#include <vector>

#include <sketchbench/report/document/document.hpp>
#include <sketchbench/report/results/text_table.hpp>
#include "experiments/sampling_theorems/results.hpp"

namespace sketchbench {

/// A row for each inequality that is looked at: with how many random matrices of all cells it has which
/// verdict.
Table theorems_overview(const TheoremsResults& results);

/// A table for each cell, a row for each inequality and random matrix: hypothesis met, bound, measured value,
/// slack, verdict.
std::vector<Table> theorems_tables(const TheoremsResults& results);

/// table.csv: a line for each inequality and random matrix of each cell.
TextTable theorems_csv(const TheoremsResults& results);

}  // namespace sketchbench
