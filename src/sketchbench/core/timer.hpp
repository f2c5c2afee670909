#pragma once
#include <chrono>
#include <string>

namespace sketchbench {

/// Seconds on the wall clock and seconds of CPU (all threads of this process).
struct Seconds {
  double wall = 0;
  double cpu = 0;
};

class ChildUsage;

/// Runs from its construction.
class Timer {
 public:
  /// `others`: processes whose CPU seconds count as well (core/system/child_usage.hpp); they outlive the
  /// timer. Null: none.
  explicit Timer(const ChildUsage* others);
  Timer() : Timer(nullptr) {}
  Seconds elapsed() const;

 private:
  const ChildUsage* others_;
  std::chrono::steady_clock::time_point wall_start_;
  double cpu_start_;
};

/// "2026-11-20T12:00:00Z".
std::string utc_now();

/// CPU seconds used by this process so far, user and system, all threads.
double process_cpu_seconds();

}  // namespace sketchbench
