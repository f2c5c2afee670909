#include <sketchbench/core/system/child_usage.hpp>

#include <fmt/format.h>
#include <time.h>

#include <algorithm>

#include <sketchbench/core/system/proc_file.hpp>

namespace sketchbench {
namespace {

/// Of a process that runs or has not been waited for; 0 where the system does not say.
double cpu_seconds_of(pid_t process) {
  clockid_t clock{};
  timespec time{};
  if (::clock_getcpuclockid(process, &clock) != 0 || ::clock_gettime(clock, &time) != 0) return 0;
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

/// Not wait4's, which remembers this process's own from before the exec.
double peak_rss_of(pid_t process) {
  return proc_bytes(fmt::format("/proc/{}/status", process).c_str(), "VmHWM:").value_or(0);
}

}  // namespace

void ChildUsage::started(pid_t process) {
  const std::lock_guard lock(mutex_);
  running_[process] = 0;
  ++count_;
}

void ChildUsage::look_at(pid_t process) {
  const std::lock_guard lock(mutex_);
  running_[process] = std::max(running_[process], peak_rss_of(process));
}

void ChildUsage::ended(pid_t process, const ChildEnd& end) {
  const std::lock_guard lock(mutex_);
  peak_ = std::max(peak_, running_[process]);
  running_.erase(process);
  cpu_ended_ += end.cpu_seconds;
}

void ChildUsage::waited(double wall_seconds) {
  const std::lock_guard lock(mutex_);
  wall_ += wall_seconds;
}

int ChildUsage::count() const {
  const std::lock_guard lock(mutex_);
  return count_;
}

Seconds ChildUsage::seconds() const {
  const std::lock_guard lock(mutex_);
  double cpu = cpu_ended_;
  for (const auto& [process, peak] : running_) cpu += cpu_seconds_of(process);
  return {.wall = wall_, .cpu = cpu};
}

double ChildUsage::peak_rss_bytes() const {
  const std::lock_guard lock(mutex_);
  double peak = peak_;
  for (const auto& [process, seen] : running_) peak = std::max({peak, seen, peak_rss_of(process)});
  return peak;
}

}  // namespace sketchbench
