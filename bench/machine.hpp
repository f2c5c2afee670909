#pragma once
#include <functional>
#include <string>
#include <vector>

#include "core/json.hpp"

namespace sketchbench::bench {

/// environment_facts() with what a benchmark's reader needs besides: "threads_per_core" as the system states
/// it (a virtual machine may say 1 of what are two threads of a core), "load_average" over the last minute,
/// and "two_threads", see two_thread_ceiling().
Json machine_facts();

/// The same in sentences.
std::vector<std::string> machine_lines(const Json& machine);

/// How much faster work is on two threads than on one, from many interleaved tries: in wall-clock time the
/// best against the best, by CPU time the lower quartiles. (The system may count the time of a thread that
/// has just ended a moment too late: the least is then none that was taken.)
struct TwoThreads {
  double wall = 0;  ///< wall-clock; on a machine that others use, this says more about them
  /// 2 * (CPU time on one thread) / (CPU time on two): what is left when waiting for a core is not counted.
  /// The second thread costs only what the two take from each other (units, caches, memory).
  double cpu = 0;
};

/// work(1) should take milliseconds: long beside the start of a thread, and short enough to be left alone now
/// and then.
TwoThreads two_threads(const std::function<void(int threads)>& work, int tries);

/// The same for work that needs nothing but registers, half of it for each thread: what cores that share
/// their units, or a busy machine, leave for any program.
TwoThreads two_thread_ceiling();

/// "1.93 (1.10)": by CPU time, and wall-clock.
std::string to_text(const TwoThreads& gain);
Json to_json(const TwoThreads& gain);

}  // namespace sketchbench::bench
