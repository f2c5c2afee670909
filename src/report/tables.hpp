#pragma once
#include <optional>
#include <vector>

#include "report/document.hpp"
#include "report/explanations.hpp"
#include "report/summary.hpp"

namespace sketchbench {

/// Table 1 in the paper's form: a table for each data set and D, a row for each kernel, a column for each
/// method.
std::vector<Table> accuracy_tables(const Results& results, const Explanations& explanations);

/// Table 2, from Table 1's records: how many times faster Tensor Sketching is on (1 + <x, y>)^4. None when
/// the configuration lacks that kernel or Tensor Sketching.
std::optional<Table> speed_up_table(const Results& results);

/// Which part of Random Maclaurin's gap to Tensor Sketching goes away with the restricted sampling measure.
/// None without both forms, or where the published form is nowhere behind.
std::optional<Table> sampling_measure_table(const Results& results);

/// Table 3: a row for each data set, a column for each method.
Table heuristic_table(const Results& results, const Explanations& explanations);

/// The results that another configuration has for the same data, kernel, map and D, beside these: what a
/// different learner, or a faster form of a map, changes. None where they share nothing.
std::optional<Table> beside_table(const Results& results, const Results& others);

/// One line for each summary, for configurations that no table of the paper stands behind.
Table flat_table(const Results& results, const Explanations& explanations);

}  // namespace sketchbench
