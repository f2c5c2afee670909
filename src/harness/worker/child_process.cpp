#include "harness/worker/child_process.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <utility>

namespace sketchbench {
namespace {

/// What a running program needs to write a record: the record, its folder, a claim and its lock, some to
/// spare.
constexpr int descriptors_kept_free = 8;
constexpr int first_free_descriptor = ChildProcess::channel_descriptor + 1;

[[noreturn]] void fail_to_start(const std::string& program, int error_number) {
  const std::string text = fmt::format("cannot start {}: {}", program, std::strerror(error_number));
  for (const int no_room : {EMFILE, ENFILE, EAGAIN, ENOMEM, ENOBUFS})
    if (error_number == no_room) throw NoRoomForProcess(text);
  throw Error(text);
}

/// Two ends that are connected; what is written at `far` or `near` is read at the other. Closed at an exec.
struct Ends {
  Descriptor near, far;  ///< the parent's and the child's

  /// From far to near.
  static Ends pipe(const std::string& program) {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) fail_to_start(program, errno);
    return {Descriptor(ends[0]), Descriptor(ends[1])};
  }
  /// Writing to one whose other end has gone is an error, not a signal that ends this process.
  static Ends socket(const std::string& program) {
    int ends[2];
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) fail_to_start(program, errno);
    return {Descriptor(ends[0]), Descriptor(ends[1])};
  }
};

/// Descriptors that are there to be closed again.
std::vector<Descriptor> spare_descriptors(const std::string& program) {
  std::vector<Descriptor> spare;
  for (int i = 0; i < descriptors_kept_free; ++i) {
    spare.emplace_back(::open("/dev/null", O_RDONLY | O_CLOEXEC));
    if (!spare.back().valid()) fail_to_start(program, errno);
  }
  return spare;
}

void write_input(const Descriptor& to, std::string_view input) {
  while (!input.empty()) {
    const ssize_t written = ::send(to.get(), input.data(), input.size(), MSG_NOSIGNAL);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return;  // the child has gone; its end tells why
    input.remove_prefix(static_cast<std::size_t>(written));
  }
}

/// A program that ignores its children's ends is not told them.
void hear_of_children() {
  struct sigaction action {};
  if (::sigaction(SIGCHLD, nullptr, &action) != 0 || action.sa_handler != SIG_IGN) return;
  action.sa_handler = SIG_DFL;
  ::sigaction(SIGCHLD, &action, nullptr);
}

/// In the child, after fork: only async-signal-safe calls. Does not come back but with what went wrong
/// (errno).
int become(const char* file, char* const* argv, const Ends& in, const Ends& channel, const Ends& out,
           pid_t parent) {
  ::setpgid(0, 0);
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  for (const int ignored : {SIGPIPE, SIGXFSZ})  // by this program, which is no reason for another to do so
    ::signal(ignored, SIG_DFL);
  if (::getppid() != parent) return ECHILD;  // the parent went before the line above
  // Going through high numbers keeps the ends' own descriptors from being overwritten; dup2 clears
  // close-on-exec.
  const auto copy = [](const Descriptor& end) {
    return ::fcntl(end.get(), F_DUPFD_CLOEXEC, first_free_descriptor);
  };
  const int in_copy = copy(in.far), channel_copy = copy(channel.far), out_copy = copy(out.far);
  if (in_copy < 0 || channel_copy < 0 || out_copy < 0) return errno;
  if (::dup2(in_copy, STDIN_FILENO) < 0 || ::dup2(out_copy, STDOUT_FILENO) < 0 ||
      ::dup2(out_copy, STDERR_FILENO) < 0 || ::dup2(channel_copy, ChildProcess::channel_descriptor) < 0)
    return errno;
  ::execv(file, argv);
  return errno;
}

/// What the child says before it has become the program: errno, or nothing when it has.
int wait_for_exec(const Descriptor& said) {
  int error_number = 0;
  ssize_t got;
  do {
    got = ::read(said.get(), &error_number, sizeof error_number);
  } while (got < 0 && errno == EINTR);
  return got == sizeof error_number ? error_number : 0;
}

}  // namespace

ChildProcess::ChildProcess(const std::vector<std::string>& arguments, std::string_view input,
                           const std::string& file) {
  const std::string& program = arguments.front();
  const char* const started = file.empty() ? program.c_str() : file.c_str();
  std::vector<char*> argv;
  for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);

  hear_of_children();
  std::vector<Descriptor> spare = spare_descriptors(program);
  Ends in = Ends::socket(program), channel = Ends::pipe(program), out = Ends::pipe(program),
       failure = Ends::pipe(program);
  // Out of the way of the numbers that the child gives its standard streams.
  Descriptor report(::fcntl(failure.far.get(), F_DUPFD_CLOEXEC, first_free_descriptor));
  if (!report.valid()) fail_to_start(program, errno);
  const pid_t parent = ::getpid();
  pid_ = ::fork();
  if (pid_ < 0) fail_to_start(program, errno);
  if (pid_ == 0) {
    for (Descriptor& descriptor : spare) descriptor.close();
    const int error_number = become(started, argv.data(), in, channel, out, parent);
    static_cast<void>(!::write(report.get(), &error_number, sizeof error_number));
    ::_exit(127);
  }
  ::setpgid(pid_, pid_);  // here as well, so that kill_group() works whoever runs first
  for (Ends* ends : {&in, &channel, &out, &failure}) ends->far.close();
  report.close();
  if (const int error_number = wait_for_exec(failure.near); error_number != 0) {
    wait();
    fail_to_start(program, error_number);
  }
  ::fcntl(channel.near.get(), F_SETFL, O_NONBLOCK);
  ::fcntl(out.near.get(), F_SETFL, O_NONBLOCK);
  channel_ = std::move(channel.near);
  output_ = std::move(out.near);
  write_input(in.near, input);
}

ChildProcess::~ChildProcess() {
  if (pid_ > 0) {
    kill_group();
    wait();
  }
}

bool ChildProcess::drain(Descriptor& descriptor, std::string& to) {
  std::array<char, 65536> buffer;
  while (descriptor.valid()) {
    const ssize_t got = ::read(descriptor.get(), buffer.data(), buffer.size());
    if (got > 0) {
      to.append(buffer.data(), static_cast<std::size_t>(got));
    } else if (got < 0 && errno == EINTR) {
      continue;
    } else if (got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) {
      return true;
    } else {
      descriptor.close();
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

}  // namespace sketchbench
