#pragma once
#include <utility>

#include <cerrno>

#include "faults/preload/fault_plan.hpp"
#include "faults/preload/journal.hpp"

namespace sketchbench::faults {

/// The plan of this run; null when there is none.
FaultPlan* fault_plan();

enum class Verdict { leave_alone, perform, fail, cut_short, bad_sector };

/// Whether calls of that kind on that path are any of ours.
bool is_counted(CallKind kind, const char* path);

/// Counts the call and says what becomes of it; a process may end here. leave_alone: none of ours.
Verdict judge(CallKind kind, const char* path);

/// Notes a call that judge() did not leave alone, with errno when it failed. Keeps errno.
void note(JournalEntry entry);

}  // namespace sketchbench::faults
