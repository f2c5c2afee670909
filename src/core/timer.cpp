#include "core/timer.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <ctime>

namespace sketchbench {

double process_cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

Timer::Timer() : wall_start_(std::chrono::steady_clock::now()), cpu_start_(process_cpu_seconds()) {}

Seconds Timer::elapsed() const {
  const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - wall_start_;
  return {wall.count(), process_cpu_seconds() - cpu_start_};
}

std::string utc_now() { return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr))); }

}  // namespace sketchbench
