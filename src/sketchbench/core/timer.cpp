#include <sketchbench/core/timer.hpp>

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <ctime>

#include <sketchbench/core/system/child_usage.hpp>

namespace sketchbench {
namespace {

double cpu_seconds_with(const ChildUsage* others) {
  return process_cpu_seconds() + (others == nullptr ? 0 : others->seconds().cpu);
}

}  // namespace

double process_cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

Timer::Timer(const ChildUsage* others)
    : others_(others), wall_start_(std::chrono::steady_clock::now()), cpu_start_(cpu_seconds_with(others)) {}

Seconds Timer::elapsed() const {
  const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - wall_start_;
  return {wall.count(), cpu_seconds_with(others_) - cpu_start_};
}

std::string utc_now() { return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr))); }

}  // namespace sketchbench
