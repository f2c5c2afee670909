#pragma once
#include <functional>

#include <sketchbench/core/json_fwd.hpp>
#include <sketchbench/core/quartiles.hpp>

namespace sketchbench::bench {

/// environment_facts() with what a benchmark's reader needs besides: "measured", the time of the call, and in
/// "host" "threads_per_core" as the system states it (a virtual machine may say 1 of what are two threads of
/// a core) and "two_threads", see two_thread_ceiling().
Json machine_facts();

/// How many times as fast work is on two threads as on one, by the wall clock: of each of many tries, one on
/// either number of threads right after the other, so that both find the machine alike. A second thread that
/// does nothing makes it 1. On a machine that others use, the spread says more about them.
struct TwoThreads {
  Quartiles gain;
};

/// work(1) should take milliseconds: long beside the start of a thread, and short enough to be left alone now
/// and then. `tries` at least 1.
TwoThreads two_threads(const std::function<void(int threads)>& work, int tries);

/// The same for work that needs nothing but registers, half of it for each thread: what cores that share
/// their units, or a busy machine, leave for any program.
TwoThreads two_thread_ceiling();

Json to_json(const TwoThreads& two);

}  // namespace sketchbench::bench
