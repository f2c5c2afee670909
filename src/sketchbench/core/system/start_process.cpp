#include <sketchbench/core/system/start_process.hpp>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>

namespace sketchbench {
namespace {

/// What a running program needs to write a record: the record, its folder, a claim and its lock, some to
/// spare.
constexpr int descriptors_kept_free = 8;
constexpr std::size_t most_streams = 8;

[[noreturn]] void fail_to_start(const std::string& program, int error_number) {
  const std::string text = fmt::format("cannot start {}: {}", program, std::strerror(error_number));
  for (const int no_room : {EMFILE, ENFILE, EAGAIN, ENOMEM, ENOBUFS})
    if (error_number == no_room) throw NoRoomForProcess(text);
  throw Error(text);
}

/// Descriptors that are there to be closed again.
std::vector<Descriptor> spare_descriptors(const std::string& program) {
  std::vector<Descriptor> spare;
  for (int i = 0; i < descriptors_kept_free; ++i) {
    spare.emplace_back(::open("/dev/null", O_RDONLY | O_CLOEXEC));
    if (!spare.back().valid()) fail_to_start(program, errno);
  }
  return spare;
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
int become(const char* file, char* const* argv, const int* streams, int count, bool own_group, pid_t parent) {
  if (own_group) ::setpgid(0, 0);
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  for (const int ignored : {SIGPIPE, SIGXFSZ})  // by this program, which is no reason for another to do so
    ::signal(ignored, SIG_DFL);
  if (::getppid() != parent) return ECHILD;  // the parent went before the line above
  // Going through high numbers keeps the ends' own descriptors from being overwritten; dup2 clears
  // close-on-exec.
  int copies[most_streams];
  for (int i = 0; i < count; ++i)
    if ((copies[i] = ::fcntl(streams[i], F_DUPFD_CLOEXEC, count)) < 0) return errno;
  for (int i = 0; i < count; ++i)
    if (::dup2(copies[i], i) < 0) return errno;
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

PipeEnds PipeEnds::pipe(const std::string& program) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) fail_to_start(program, errno);
  return {Descriptor(ends[0]), Descriptor(ends[1])};
}

PipeEnds PipeEnds::socket(const std::string& program) {
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) fail_to_start(program, errno);
  return {Descriptor(ends[0]), Descriptor(ends[1])};
}

pid_t start_process(const ProcessStart& start, const std::vector<const Descriptor*>& streams) {
  const std::string& program = start.arguments.front();
  const char* const file = start.file.empty() ? program.c_str() : start.file.c_str();
  if (streams.size() > most_streams) throw Error("a child is given too many descriptors");
  const int count = static_cast<int>(streams.size());
  std::vector<char*> argv;
  for (const std::string& argument : start.arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  int numbers[most_streams] = {};
  for (int i = 0; i < count; ++i) numbers[i] = streams[static_cast<std::size_t>(i)]->get();

  hear_of_children();
  std::vector<Descriptor> spare = spare_descriptors(program);
  PipeEnds failure = PipeEnds::pipe(program);
  // Out of the way of the numbers that the child gives its streams.
  Descriptor report(::fcntl(failure.far.get(), F_DUPFD_CLOEXEC, count));
  if (!report.valid()) fail_to_start(program, errno);
  const pid_t parent = ::getpid();
  const pid_t child = ::fork();
  if (child < 0) fail_to_start(program, errno);
  if (child == 0) {
    for (Descriptor& descriptor : spare) descriptor.close();
    const int error_number = become(file, argv.data(), numbers, count, start.own_group, parent);
    static_cast<void>(!::write(report.get(), &error_number, sizeof error_number));
    ::_exit(127);
  }
  if (start.own_group) ::setpgid(child, child);  // here as well, so that it is one whoever runs first
  failure.far.close();
  report.close();
  if (const int error_number = wait_for_exec(failure.near); error_number != 0) {
    wait_for_child(child);
    fail_to_start(program, error_number);
  }
  return child;
}

std::optional<ChildEnd> wait_for_child(pid_t child, int options) {
  int status = 0;
  rusage usage{};
  pid_t waited;
  do {
    waited = ::wait4(child, &status, options, &usage);
  } while (waited < 0 && errno == EINTR);
  if (waited == 0) return std::nullopt;
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

}  // namespace sketchbench
