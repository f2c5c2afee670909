#pragma once
#include <sketchbench/report/comparison/comparison.hpp>
#include <sketchbench/report/document/document.hpp>

namespace sketchbench {

/// For people: a table for each experiment, over data sets where there are enough, and what was compared how.
Document comparison_document(const FolderComparison& comparison);

}  // namespace sketchbench
