#pragma once
#include <string>
#include <vector>

#include <sketchbench/report/table_cells.hpp>
#include "experiments/accuracy/summary.hpp"

namespace sketchbench {

// What several tables of accuracies are put together from.

Tone tone_of(Verdict verdict);

/// Ours, the paper's and the times of one result, three lines: accuracy with difference and verdict; the
/// paper's accuracy and, where ours is consistent with it, the detectable difference; CPU time with the
/// paper's. A result that is not complete says its status instead.
TableCell comparison_cell(const Summary* row);
/// The labels that stand before them.
TableCell comparison_label(const std::string& name);

/// What is left to do for a table of comparison cells of these rows: takes out the paper's lines where it has
/// no published number, the times where the configuration wants none, and writes the notes.
void finish_comparison(Table& table, const Results& results, const std::vector<const Summary*>& rows,
                       const Explanations& explanations);

/// "simulated data, no verdict ..." for a stand-in, "reduced data ..." for a subsample; empty for all of the
/// paper's data. Where no paper is compared with, only the number of rows of a subsample.
std::string data_remark(const Results& results, const DatasetRequest& dataset);

/// A finished run on that data set, for what it says of the data; nullptr when there is none.
const Record* any_record(const Results& results, const DatasetRequest& dataset);

/// The Ds of a grid entry; a single 0 where only exact kernels are asked for.
std::vector<Index> feature_counts(const GridEntry& entry);

/// The first row of that method, whatever its learner.
const Summary* first_of(const Results& results, const DatasetRequest& dataset, const Kernel& kernel,
                        std::string_view method, Index D);

/// The labels of all methods, in the configuration's order, each with a row that has it (for its learner).
std::vector<const Summary*> method_columns(const Results& results);

}  // namespace sketchbench
