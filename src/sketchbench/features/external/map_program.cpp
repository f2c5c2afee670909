#include <sketchbench/features/external/map_program.hpp>

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstring>
#include <thread>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/text.hpp>

namespace sketchbench {
namespace {

constexpr std::size_t kept_words = 8192, shown_words = 1000;  // bytes of a program's standard error
constexpr double patience_at_the_end_s = 2;                   // for a program whose input was closed
constexpr double patience_after_its_output_s = 1;             // for one that has closed its output

void make_impatient(const Descriptor& descriptor) { ::fcntl(descriptor.get(), F_SETFL, O_NONBLOCK); }

bool would_wait() { return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR; }

/// The end of a text, from the beginning of a line where there is one.
std::string_view end_of(std::string_view text, std::size_t bytes) {
  while (!text.empty() && std::strchr("\r\n ", text.back()) != nullptr) text.remove_suffix(1);
  if (text.size() <= bytes) return text;
  text.remove_prefix(text.size() - bytes);
  const auto line = text.find('\n');
  return line == std::string_view::npos ? text : text.substr(line + 1);
}

}  // namespace

MapProgram::MapProgram(const ExternalMap& map) : map_(map) {
  const std::string& program = map.command.front();
  PipeEnds in = PipeEnds::socket(program), out = PipeEnds::pipe(program), err = PipeEnds::pipe(program);
  pid_ = start_process({.arguments = map.command, .file = map.file.string()}, {&in.far, &out.far, &err.far});
  map.processes->started(pid_);
  in_ = std::move(in.near);
  out_ = std::move(out.near);
  err_ = std::move(err.near);
  for (const Descriptor* mine : {&in_, &out_, &err_}) make_impatient(*mine);
}

MapProgram::~MapProgram() {
  if (pid_ > 0) stop(patience_at_the_end_s);
}

void MapProgram::send(std::string_view bytes) {
  while (!bytes.empty()) {
    wait(true, nullptr, 0);
    const ssize_t written = ::send(in_.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (written >= 0)
      bytes.remove_prefix(static_cast<std::size_t>(written));
    else if (!would_wait())
      fail_ended("closed its input before it had read all that it was asked");
  }
}

void MapProgram::receive(void* to, std::size_t bytes) {
  auto* at = static_cast<char*>(to);
  const std::size_t there = std::min(bytes, received_.size());
  std::copy_n(received_.data(), there, at);
  received_.erase(0, there);
  for (std::size_t got = there; got < bytes;) got += wait(false, at + got, bytes - got);
}

std::string MapProgram::line() {
  std::size_t searched = 0, end;
  while ((end = received_.find('\n', searched)) == std::string::npos) {
    searched = received_.size();
    wait(false, nullptr, 0);
  }
  std::string text = received_.substr(0, end);
  received_.erase(0, end + 1);
  return text;
}

void MapProgram::require_quiet() {
  std::array<char, 256> more;
  if (received_.empty()) {
    const ssize_t got = ::read(out_.get(), more.data(), more.size());
    if (got > 0) received_.append(more.data(), static_cast<std::size_t>(got));
  }
  if (!received_.empty()) fail("wrote more than it was asked for");
}

std::size_t MapProgram::wait(bool to_write, void* to, std::size_t most) {
  if (pid_ < 0) fail_ended();  // it has failed before
  using Clock = std::chrono::steady_clock;
  const auto limit = std::chrono::duration<double>(map_.silence_limit_s);
  for (const auto since = Clock::now();;) {
    const double left = std::chrono::duration<double>(limit - (Clock::now() - since)).count();
    if (left <= 0)
      fail(fmt::format("was silent for {}, expected it to go on within that (\"silence_limit_s\")",
                       readable_seconds(map_.silence_limit_s)));
    std::array<pollfd, 3> asked = {{{out_.get(), POLLIN, 0},
                                    {err_.valid() ? err_.get() : -1, POLLIN, 0},
                                    {to_write ? in_.get() : -1, POLLOUT, 0}}};
    // Rounded up, so that the last wait does not turn into many of no length.
    const int milliseconds = static_cast<int>(std::ceil(std::min(left, 3600.0) * 1e3));
    if (::poll(asked.data(), asked.size(), milliseconds) < 0 && errno != EINTR)
      throw Error(fmt::format("waiting for the map \"{}\": {}", map_.kind.name, std::strerror(errno)));
    if (asked[1].revents != 0) read_errors();
    if (asked[0].revents != 0) {
      std::array<char, 65536> buffer;
      void* const place = to == nullptr ? buffer.data() : to;
      const ssize_t got = ::read(out_.get(), place, to == nullptr ? buffer.size() : most);
      if (got == 0 || (got < 0 && !would_wait())) fail_ended();
      if (got > 0 && to != nullptr) return static_cast<std::size_t>(got);
      if (got > 0) {
        received_.append(buffer.data(), static_cast<std::size_t>(got));
        if (received_.size() > most_unasked)
          fail(to_write ? fmt::format("wrote {} before it had read what it was sent",
                                      readable_bytes(static_cast<double>(received_.size())))
                        : fmt::format("wrote {} without the end of a line, expected one line of JSON",
                                      readable_bytes(static_cast<double>(received_.size()))));
        if (!to_write) return 0;
      }
    }
    if (to_write && asked[2].revents != 0) return 0;
  }
}

void MapProgram::read_errors() {
  std::array<char, 4096> buffer;
  // Not until there is nothing more: one that writes without an end would be listened to for ever.
  for (std::size_t i = 0; err_.valid() && i < 2 * kept_words / buffer.size(); ++i) {
    const ssize_t got = ::read(err_.get(), buffer.data(), buffer.size());
    if (got > 0) {
      errors_.append(buffer.data(), static_cast<std::size_t>(got));
      if (errors_.size() > kept_words) errors_.erase(0, errors_.size() - kept_words);
    } else if (got < 0 && would_wait()) {
      return;
    } else {
      err_.close();
    }
  }
}

void MapProgram::fail_ended(std::string_view closed) {
  if (pid_ > 0 && !stop(patience_after_its_output_s)) fail(std::string(closed));
  if (end_.signal == SIGKILL) fail("was killed (the system does this when memory runs out)");
  if (end_.signal != 0)
    fail(fmt::format("was ended by signal {} ({})", end_.signal, ::strsignal(end_.signal)));
  fail(fmt::format("ended with exit code {}", end_.exit_code));
}

void MapProgram::fail(const std::string& what) {
  if (pid_ > 0) stop(0);
  std::string text =
      fmt::format("the map \"{}\" ({}) {}, {}", map_.kind.name, fmt::join(map_.command, " "), what, doing_);
  if (const std::string_view words = end_of(errors_, shown_words); !words.empty())
    text += "; its last words: " + printable(words);
  throw Error(text);
}

bool MapProgram::stop(double patience_s) {
  using Clock = std::chrono::steady_clock;
  map_.processes->look_at(pid_);
  in_.close();
  std::optional<ChildEnd> end;
  const auto until = Clock::now() + std::chrono::duration<double>(patience_s);
  auto pause = std::chrono::microseconds(100);
  std::array<char, 65536> unread;
  while (!(end = wait_for_child(pid_, WNOHANG)) && Clock::now() < until) {
    // A program that waits for somebody to read what it writes would not end.
    if (out_.valid() && ::read(out_.get(), unread.data(), unread.size()) == 0) out_.close();
    read_errors();
    std::this_thread::sleep_for(pause);
    pause = std::min(2 * pause, std::chrono::microseconds(20'000));
  }
  const bool ended = end.has_value();
  if (!ended) {
    ::kill(pid_, SIGKILL);
    end = wait_for_child(pid_);
  }
  read_errors();
  map_.processes->ended(pid_, *end);
  end_ = *end;
  pid_ = -1;
  return ended;
}

}  // namespace sketchbench
