#pragma once
#include "core/json.hpp"

namespace sketchbench {

/// What a reader needs to judge a time: host (CPU, cores, memory), compiler, flags, versions of all libraries
/// and of this program. Goes into every record's "run".
Json environment_facts();

/// Cores that this process may use (its affinity), at least 1.
int usable_cores();

}  // namespace sketchbench
