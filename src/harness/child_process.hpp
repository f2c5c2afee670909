#pragma once
#include <sys/types.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sketchbench {

/// How a child ended.
struct ChildEnd {
  int exit_code = 0;          ///< of a normal exit
  int signal = 0;             ///< that ended it, or 0
  double cpu_seconds = 0;     ///< user and system
  double peak_rss_bytes = 0;  ///< wait4's ru_maxrss
};

/// A process with a pipe to its standard input, one from a channel of its own (descriptor 3, lines of JSON)
/// and one from its standard output and error together. It is the head of a process group, dies with its
/// parent, and is killed by the destructor if it still runs.
class ChildProcess {
 public:
  static constexpr int channel_descriptor = 3;

  /// Starts `arguments` (the program first) and hands it `input` on standard input.
  ChildProcess(const std::vector<std::string>& arguments, std::string_view input);
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  pid_t pid() const { return pid_; }
  int channel() const { return channel_; }
  int output() const { return output_; }

  /// Reads what is there without waiting; false when the other side has closed its end.
  bool read_channel(std::string& to) { return drain(channel_, to); }
  bool read_output(std::string& to) { return drain(output_, to); }

  void kill_group();
  /// Waits for the end of the process; valid once.
  ChildEnd wait();
  /// The end of the process if it has come already.
  std::optional<ChildEnd> try_wait();

 private:
  static bool drain(int& descriptor, std::string& to);
  std::optional<ChildEnd> wait_with(int options);

  pid_t pid_ = -1;
  int channel_ = -1;
  int output_ = -1;
};

/// The program that is running, for starting more of it.
std::string own_program();

}  // namespace sketchbench
