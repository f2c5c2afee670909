#pragma once
#include <sys/types.h>

#include <map>
#include <mutex>

#include <sketchbench/core/system/start_process.hpp>
#include <sketchbench/core/timer.hpp>

namespace sketchbench {

/// What processes that this one started have used: work of this one's that no clock of its own counts. Any
/// thread may ask and tell.
class ChildUsage {
 public:
  void started(pid_t process);
  /// Just before it is told to end, and after it was waited for. What a child of a child used counts once
  /// that was waited for.
  void look_at(pid_t process);
  void ended(pid_t process, const ChildEnd& end);
  /// Seconds in which this process waited for them.
  void waited(double wall_seconds);

  int count() const;  ///< started so far
  /// `cpu`: of those that ended and of those that run. `wall`: waited for them.
  Seconds seconds() const;
  /// The most memory that one of them had; they run one after the other.
  double peak_rss_bytes() const;

 private:
  mutable std::mutex mutex_;
  std::map<pid_t, double> running_;  ///< with the peak of each as last seen
  int count_ = 0;
  double cpu_ended_ = 0, wall_ = 0, peak_ = 0;
};

}  // namespace sketchbench
