#pragma once
#include <sys/types.h>

#include <string>
#include <vector>

namespace sketchbench::faults {

/// From now on, processes whose parents die become this one's children, so that none is lost sight of.
void adopt_orphans();

/// Waits until this process has no children, at most some seconds; the command lines of those that are left
/// then, which are ended. None when all have ended by themselves.
std::vector<std::string> orphans_that_stay();

std::vector<pid_t> children_of(pid_t process);

}  // namespace sketchbench::faults
