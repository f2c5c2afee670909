#include <sketchbench/harness/worker/child_process.hpp>

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <utility>

#include <sketchbench/core/system/descendants.hpp>

namespace sketchbench {
namespace {

constexpr int most_reads = 64;  // at once: who writes without an end keeps nobody else waiting

void write_input(const Descriptor& to, std::string_view input) {
  while (!input.empty()) {
    const ssize_t written = ::send(to.get(), input.data(), input.size(), MSG_NOSIGNAL);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return;  // the child has gone; its end tells why
    input.remove_prefix(static_cast<std::size_t>(written));
  }
}

}  // namespace

ChildProcess::ChildProcess(const std::vector<std::string>& arguments, std::string_view input,
                           const std::string& file, Channel channel_at) {
  const std::string& program = arguments.front();
  PipeEnds in = PipeEnds::socket(program), channel = PipeEnds::pipe(program), out = PipeEnds::pipe(program);
  static_assert(channel_descriptor == 3, "its place among the streams");
  pid_ = start_process({.arguments = arguments, .file = file, .own_group = true},
                       channel_at == Channel::descriptor
                           ? std::vector<const Descriptor*>{&in.far, &out.far, &out.far, &channel.far}
                           : std::vector<const Descriptor*>{&in.far, &channel.far, &out.far});
  for (PipeEnds* ends : {&in, &channel, &out}) ends->far.close();
  ::fcntl(channel.near.get(), F_SETFL, O_NONBLOCK);
  ::fcntl(out.near.get(), F_SETFL, O_NONBLOCK);
  channel_ = std::move(channel.near);
  output_ = std::move(out.near);
  end_ = Descriptor(static_cast<int>(::syscall(SYS_pidfd_open, pid_, 0)));
  write_input(in.near, input);
}

ChildProcess::~ChildProcess() {
  if (pid_ > 0) {
    kill();
    wait();
  }
}

bool ChildProcess::drain(Descriptor& descriptor, std::string& to) {
  std::array<char, 65536> buffer;
  for (int reads = 0; descriptor.valid(); ++reads) {
    if (reads == most_reads) return true;
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

void ChildProcess::kill() {
  if (pid_ <= 0) return;
  ::kill(pid_, SIGSTOP);  // so that it starts no more of them meanwhile
  kill_descendants(pid_);
  ::kill(-pid_, SIGKILL);
}

std::optional<ChildEnd> ChildProcess::wait_with(int options) {
  siginfo_t info{};
  while (::waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOWAIT | options) != 0 && errno == EINTR)
    continue;
  if (info.si_pid == 0 && (options & WNOHANG) != 0) return std::nullopt;
  ::kill(-pid_, SIGKILL);  // before it is reaped: until then nobody else can have its number
  std::optional<ChildEnd> end = wait_for_child(pid_, 0);
  if (end) pid_ = -1;
  return end;
}

ChildEnd ChildProcess::wait() { return *wait_with(0); }
std::optional<ChildEnd> ChildProcess::try_wait() { return wait_with(WNOHANG); }

}  // namespace sketchbench
