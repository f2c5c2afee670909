#pragma once
#include <vector>

#include <sketchbench/report/document/document.hpp>
#include <sketchbench/report/figure/figure.hpp>
#include <sketchbench/report/results/result_table.hpp>
#include "experiments/bounds/results.hpp"

namespace sketchbench {

/// A row for each statement, a column for each degree: in how many cells it has which verdict.
Table bounds_overview(const BoundsResults& results);

/// A line for each statement and cell, where the record tells of it in table.csv; for claims others too.
ResultTable bounds_table(const BoundsResults& results);

/// A table for each statement that the configuration checks, a row for each cell. `table`: bounds_table().
std::vector<Table> bounds_tables(const BoundsResults& results, const ResultTable& table);

/// Measured variance over the bound of Lemma 3 (p = 1) or 6 against the degree p, a panel for each D, a
/// series for each data set; a level at 1, and for x = y without a dominant coordinate the same ratio of the
/// exact variance and of the bound that holds in place of Lemma 6.
Figure bounds_figure(const BoundsResults& results, const ResultTable& table);

}  // namespace sketchbench
