#include "harness/child_process.hpp"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <filesystem>
#include <utility>

#include "base/error.hpp"

namespace sketchbench {
namespace {

struct Pipe {
  int read = -1, write = -1;
  Pipe() {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) fail_system("make a pipe for", "a worker", errno);
    read = ends[0];
    write = ends[1];
  }
  ~Pipe() {
    close_read();
    close_write();
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  void close_read() { close_end(read); }
  void close_write() { close_end(write); }
  int release_read() { return std::exchange(read, -1); }

 private:
  static void close_end(int& end) {
    if (end >= 0) ::close(end);
    end = -1;
  }
};

void write_input(int descriptor, std::string_view input) {
  while (!input.empty()) {
    const ssize_t written = ::write(descriptor, input.data(), input.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return;  // the child has gone; its end tells why
    input.remove_prefix(static_cast<std::size_t>(written));
  }
}

/// In the child, after fork: only async-signal-safe calls.
[[noreturn]] void become(char* const* argv, const Pipe& in, const Pipe& channel, const Pipe& out,
                         pid_t parent) {
  ::setpgid(0, 0);
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  ::signal(SIGPIPE, SIG_DFL);  // ignored by this program, which is no reason for another to do so
  if (::getppid() != parent) ::_exit(126);  // the parent went before the line above
  // dup2 clears close-on-exec; going through high numbers keeps the pipes' own descriptors from being
  // overwritten.
  const int in_copy = ::fcntl(in.read, F_DUPFD, 10), channel_copy = ::fcntl(channel.write, F_DUPFD, 10),
            out_copy = ::fcntl(out.write, F_DUPFD, 10);
  ::dup2(in_copy, STDIN_FILENO);
  ::dup2(out_copy, STDOUT_FILENO);
  ::dup2(out_copy, STDERR_FILENO);
  ::dup2(channel_copy, ChildProcess::channel_descriptor);
  ::close(in_copy);
  ::close(channel_copy);
  ::close(out_copy);
  ::execv(argv[0], argv);
  ::_exit(127);
}

}  // namespace

ChildProcess::ChildProcess(const std::vector<std::string>& arguments, std::string_view input) {
  std::vector<char*> argv;
  for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);

  Pipe in, channel, out;
  const pid_t parent = ::getpid();
  pid_ = ::fork();
  if (pid_ < 0) fail_system("start", arguments.front(), errno);
  if (pid_ == 0) become(argv.data(), in, channel, out, parent);
  ::setpgid(pid_, pid_);  // here as well, so that kill_group() works whoever runs first
  in.close_read();
  channel.close_write();
  out.close_write();
  ::fcntl(channel.read, F_SETFL, O_NONBLOCK);
  ::fcntl(out.read, F_SETFL, O_NONBLOCK);
  channel_ = channel.release_read();
  output_ = out.release_read();
  write_input(in.write, input);
}

ChildProcess::~ChildProcess() {
  if (pid_ > 0) {
    kill_group();
    wait();
  }
  if (channel_ >= 0) ::close(channel_);
  if (output_ >= 0) ::close(output_);
}

bool ChildProcess::drain(int& descriptor, std::string& to) {
  std::array<char, 65536> buffer{};
  while (descriptor >= 0) {
    const ssize_t got = ::read(descriptor, buffer.data(), buffer.size());
    if (got > 0) {
      to.append(buffer.data(), static_cast<std::size_t>(got));
    } else if (got < 0 && errno == EINTR) {
      continue;
    } else if (got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) {
      return true;
    } else {
      ::close(descriptor);
      descriptor = -1;
    }
  }
  return false;
}

void ChildProcess::kill_group() {
  if (pid_ > 0) ::kill(-pid_, SIGKILL);
}

std::optional<ChildEnd> ChildProcess::wait_with(int options) {
  int status = 0;
  rusage usage{};
  pid_t waited;
  do {
    waited = ::wait4(pid_, &status, options, &usage);
  } while (waited < 0 && errno == EINTR);
  if (waited == 0) return std::nullopt;
  pid_ = -1;
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
  };
  ChildEnd end;
  end.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
  end.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  end.cpu_seconds = seconds(usage.ru_utime) + seconds(usage.ru_stime);
  end.peak_rss_bytes = 1024.0 * static_cast<double>(usage.ru_maxrss);
  return end;
}

ChildEnd ChildProcess::wait() { return *wait_with(0); }
std::optional<ChildEnd> ChildProcess::try_wait() { return wait_with(WNOHANG); }

std::string own_program() { return std::filesystem::read_symlink("/proc/self/exe").string(); }

}  // namespace sketchbench
