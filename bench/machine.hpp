#pragma once
#include <string>
#include <vector>

#include "base/json.hpp"

namespace sketchbench::bench {

/// environment_facts() with what a benchmark's reader needs besides: "threads_per_core" as the system states
/// it (a virtual machine may say 1 of what are two threads of a core), "load_average" over the last minute,
/// and "two_threads", see two_thread_ceiling().
Json machine_facts();

/// The same in sentences.
std::vector<std::string> machine_lines(const Json& machine);

/// How many times as much two threads get done as one does, of work that needs nothing but registers: what
/// cores that share their units, or a busy machine, leave for any program. Both ends are the best of several
/// interleaved tries.
double two_thread_ceiling();

}  // namespace sketchbench::bench
