#pragma once
#include <vector>

#include <sketchbench/report/baseline/baseline_check.hpp>
#include <sketchbench/report/document/document.hpp>

namespace sketchbench {

/// The outcome of a check: each number with its baseline, where it stands now, and what it was allowed to
/// move.
Document baseline_document(const Baseline& baseline, const GuardedResults& results,
                           const std::vector<BaselineCheck>& checks);

}  // namespace sketchbench
