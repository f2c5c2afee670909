#pragma once
#include <chrono>

namespace sketchbench {

/// Seconds on the wall clock and seconds of CPU (all threads of this process).
struct Seconds {
  double wall = 0;
  double cpu = 0;
};

/// Runs from its construction.
class Timer {
 public:
  Timer();
  Seconds elapsed() const;

 private:
  std::chrono::steady_clock::time_point wall_start_;
  double cpu_start_;
};

/// CPU seconds used by this process so far, user and system, all threads.
double process_cpu_seconds();

}  // namespace sketchbench
