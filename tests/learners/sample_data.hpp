#pragma once
#include <filesystem>
#include <optional>
#include <vector>

#include <sketchbench/data/dataset.hpp>

namespace sketchbench {

inline LabeledRows view(const LabeledMatrix& m) { return {m.x.view(), m.y}; }
inline LabeledRows targets_view(const LabeledMatrix& m) { return {m.x.view(), m.y, Task::regression}; }

/// Rows with about half of their values zero, labelled by the largest of `classes` random linear scores plus
/// noise. The first row is all zeros. Two classes are -1 and +1, more are 3, 4, 5, ...; the first row is of
/// the last class, so that the libraries do not meet the labels in ascending order.
LabeledMatrix labelled_by_scores(Index n, Index d, int classes, Seed seed);

/// Such rows with targets: a random linear function, the same for all seeds, plus 3 and noise of 0.5.
LabeledMatrix with_targets(Index n, Index d, Seed seed);

/// The first `rows` rows of a9a or a9a.t in the mirror; none when SKETCHBENCH_MIRROR does not say where that
/// is.
std::optional<LabeledMatrix> first_rows_of_adult(const char* file, Index rows);

}  // namespace sketchbench
