#pragma once
#include <optional>
#include <vector>

#include <sketchbench/report/document/document.hpp>
#include <sketchbench/report/explanations.hpp>
#include "experiments/accuracy/summary.hpp"

namespace sketchbench::kdd13 {

/// Table 1: a table for each data set and D, a row for each kernel, a column for each method.
std::vector<Table> accuracy_tables(const Results& results, const Explanations& explanations);

/// Table 2, from Table 1's records: how many times faster Tensor Sketching is on (1 + <x, y>)^4. None when
/// the configuration lacks that kernel or Tensor Sketching.
std::optional<Table> speed_up_table(const Results& results);

/// Which part of Random Maclaurin's gap to Tensor Sketching goes away with the restricted sampling measure.
/// None without both forms, or where the published form is nowhere behind.
std::optional<Table> sampling_measure_table(const Results& results);

/// Table 3: a row for each data set, a column for each method.
Table heuristic_table(const Results& results, const Explanations& explanations);

}  // namespace sketchbench::kdd13
