#pragma once
#include <poll.h>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <sketchbench/core/timer.hpp>
#include <sketchbench/harness/worker/child_process.hpp>
#include <sketchbench/harness/worker/rank_launch.hpp>
#include <sketchbench/harness/worker/worker.hpp>

namespace sketchbench {

/// A worker with what it has said so far.
class WorkerProcess {
 public:
  /// Starts it, or its ranks where the task has several; throws as ChildProcess does.
  explicit WorkerProcess(const Assignment& task, const RankLaunch& launch = {});

  double elapsed() const { return timer_.elapsed().wall; }  ///< seconds
  const std::string& phase() const { return phase_; }
  /// Its outcome or its error, once it has said one.
  const std::optional<Message>& last_word() const { return last_word_; }
  void add_descriptors(std::vector<pollfd>& to) const;

  /// Takes in what has arrived; calls news(line) for progress. True when the process has ended, whatever it
  /// has started: of those it may have left its channel with, nothing is waited for. One that has said its
  /// last word and does not end is killed after a while.
  bool listen(const std::function<void(const std::string&)>& news);
  ChildEnd wait();
  void kill() { process_.kill(); }
  /// Its own, without what it has started; 0 when it has ended.
  double resident_bytes() const;
  /// Ends it because it has more in memory than `limit`, which reason() then says.
  void kill_for_memory(double limit);

  /// Why a worker that ended like that has no outcome: its own error, or else the signal or the exit code
  /// with the end of its output.
  std::string reason(const ChildEnd& end) const;

 private:
  void take(Message message, const std::function<void(const std::string&)>& news);

  Assignment task_;
  Timer timer_;
  ChildProcess process_;
  std::string pending_, output_, phase_ = "start";
  std::optional<Message> last_word_;
  std::optional<Timer> since_last_word_;
  std::optional<ChildEnd> end_;
  bool astray_ = false;
  double memory_limit_ = 0;  ///< that it was ended for; 0: it was not
};

/// Starts a worker that is no cell's. Error, with what to do, when there is no room for it; `doing` begins
/// the message.
std::unique_ptr<WorkerProcess> start_worker(const Assignment& task, std::string_view doing);

/// Returns when there is something to read, or after a fifth of a second.
void wait_for_news(std::vector<pollfd> descriptors);

}  // namespace sketchbench
