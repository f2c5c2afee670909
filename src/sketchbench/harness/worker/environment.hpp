#pragma once
#include <string>

#include <sketchbench/core/json_fwd.hpp>

namespace sketchbench {

/// What a reader needs to judge a time: host (CPU, cores, memory, frequency policy, load average now), the
/// instruction set, compiler, flags, versions of all libraries and of this program, and its git revision.
/// Goes into every record's "run" (record.hpp). What the system does not say is "unknown" or not there.
Json environment_facts();

/// "0.1.0 (revision 735fe5e5fdb4, dirty)".
std::string program_version();

/// Cores that this process may use (its affinity), at least 1.
int usable_cores();

}  // namespace sketchbench
