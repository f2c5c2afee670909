#pragma once
#include <optional>

#include <sketchbench/report/document/document.hpp>
#include "experiments/accuracy/summary.hpp"

namespace sketchbench {

/// The results that another configuration has for the same data, kernel, map and D, beside these: what a
/// different learner, or a faster form of a map, changes. None where they share nothing.
std::optional<Table> beside_table(const Results& results, const Results& others);

/// What another random split changes, a line for each data set, kernel, method and D; none for a
/// configuration that has no entry with "split_seeds", or other entries as well.
std::optional<Table> split_table(const Results& results);

}  // namespace sketchbench
