#pragma once
#include <sys/types.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <sketchbench/core/system/descriptor.hpp>
#include <sketchbench/core/system/start_process.hpp>

namespace sketchbench {

/// A process with a socket to its standard input, one from a channel of its own (descriptor 3, lines of JSON)
/// and one from its standard output and error together; or, where a program between the two passes on no
/// other descriptors, with the standard output as the channel, and the error alone as its output. It is the
/// head of a process group, dies with its parent, and is killed by the destructor if it still runs. What it
/// has started may hold the channel and the output open for longer than it lives: its end is what try_wait()
/// says.
class ChildProcess {
 public:
  static constexpr int channel_descriptor = 3;

  enum class Channel { descriptor, standard_output };

  /// Starts `arguments` (the program first, unless the file to start is given) and hands it `input` on
  /// standard input. Error, with the system's words, when it cannot be started; NoRoomForProcess when it
  /// could be later.
  ChildProcess(const std::vector<std::string>& arguments, std::string_view input,
               const std::string& file = "", Channel channel_at = Channel::descriptor);
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  pid_t pid() const { return pid_; }
  int channel() const { return channel_.get(); }
  int output() const { return output_.get(); }
  /// Readable when the process has ended; -1 where the system has no such descriptors (Linux before 5.3).
  int end() const { return end_.get(); }

  /// Reads what is there, or some megabytes of it, without waiting; false when the other side has closed its
  /// end.
  bool read_channel(std::string& to) { return drain(channel_, to); }
  bool read_output(std::string& to) { return drain(output_, to); }

  /// Kills it, its group, and what it has started and put elsewhere.
  void kill();
  /// Waits for the end of the process; valid once. What is left of its group then is killed.
  ChildEnd wait();
  /// The same if the end has come already.
  std::optional<ChildEnd> try_wait();

 private:
  static bool drain(Descriptor& descriptor, std::string& to);
  std::optional<ChildEnd> wait_with(int options);

  pid_t pid_ = -1;
  Descriptor channel_, output_, end_;
};

/// The file of the program that is running, for starting more of it: it stays what it is when the program is
/// built again or removed meanwhile.
inline constexpr const char* own_program = "/proc/self/exe";

}  // namespace sketchbench
