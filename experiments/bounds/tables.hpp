#pragma once
#include <vector>

#include <sketchbench/report/document/document.hpp>
#include <sketchbench/report/results/text_table.hpp>
#include "experiments/bounds/results.hpp"

namespace sketchbench {

/// A row for each statement, a column for each degree: in how many cells it has which verdict.
Table bounds_overview(const BoundsResults& results);

/// A table for each statement that the configuration checks, a row for each cell.
std::vector<Table> bounds_tables(const BoundsResults& results);

/// table.csv: a line for each statement and cell.
TextTable bounds_csv(const BoundsResults& results);

}  // namespace sketchbench
