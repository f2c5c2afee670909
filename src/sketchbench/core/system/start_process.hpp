#pragma once
#include <sys/types.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/system/descriptor.hpp>

namespace sketchbench {

// What every process that this one starts has in common: descriptors that nobody else inherits, an end with
// its parent's, and being waited for.

/// How a child ended.
struct ChildEnd {
  int exit_code = 0;          ///< of a normal exit
  int signal = 0;             ///< that ended it, or 0
  double cpu_seconds = 0;     ///< user and system, its own children that it has waited for among them
  double peak_rss_bytes = 0;  ///< wait4's ru_maxrss
};

/// The system has no room for another process just now: descriptors, processes or memory have run out.
class NoRoomForProcess : public Error {
 public:
  using Error::Error;
  static constexpr const char* advice =
      "raise the limits on processes and open files (ulimit -u, ulimit -n) or end other programs";
};

/// Two ends that are connected: the parent's and the child's. Closed at an exec. `program` is for messages.
struct PipeEnds {
  Descriptor near, far;

  /// What is written at far is read at near.
  static PipeEnds pipe(const std::string& program);
  /// Either way; writing to one whose other end has gone is an error where send() is told MSG_NOSIGNAL, not a
  /// signal that ends this process.
  static PipeEnds socket(const std::string& program);
};

struct ProcessStart {
  std::vector<std::string> arguments;  ///< the first is the program's name
  std::string file = {};               ///< to start; empty: arguments.front(), a path
  /// The head of a process group, whose members can be killed together; otherwise it stays in its parent's
  /// and is killed with that.
  bool own_group = false;
};

/// Starts a program whose descriptors 0, 1, ... are the far ends `streams`, in their order, and which dies
/// with the thread that starts it. Error, with the system's words, when it cannot be started;
/// NoRoomForProcess when it could be later. Leaves some descriptors free, so that a program with many
/// children can still write its files.
pid_t start_process(const ProcessStart& start, const std::vector<const Descriptor*>& streams);

/// Waits for the end of a child; nothing where `options` is WNOHANG and it still runs.
std::optional<ChildEnd> wait_for_child(pid_t child, int options = 0);

}  // namespace sketchbench
