#pragma once
#include <sys/types.h>

namespace sketchbench {

// What a process has started, directly or not, in whatever session or process group: a process group alone
// does not reach those that have left it.

/// From now on children of children whose parents have ended are this process's, so that they stay its
/// descendants.
void adopt_orphans();

/// Kills all descendants of the process, as /proc tells them, and not the process itself, which starts no
/// more of them meanwhile: it is this one, or has been stopped. Those of this process are waited for as well.
void kill_descendants(pid_t process);

}  // namespace sketchbench
