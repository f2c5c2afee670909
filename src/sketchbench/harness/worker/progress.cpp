#include <sketchbench/harness/worker/progress.hpp>

#include <sys/ioctl.h>
#include <unistd.h>

#include <sketchbench/core/text.hpp>

namespace sketchbench {
namespace {

std::size_t terminal_width(std::FILE* stream) {
  winsize size{};
  return ::ioctl(::fileno(stream), TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

/// At most `width` characters (UTF-8 continuation bytes do not count), so that the line never wraps.
std::string clipped(const std::string& line, std::size_t width) {
  std::size_t characters = 0;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if ((static_cast<unsigned char>(line[i]) & 0xC0u) == 0x80u) continue;
    if (++characters > width) return line.substr(0, i);
  }
  return line;
}

}  // namespace

Progress::Progress(std::FILE* stream) : stream_(stream), terminal_(::isatty(::fileno(stream)) != 0) {}

Progress::~Progress() { erase_status(); }

void Progress::erase_status() {
  if (shown_.empty()) return;
  std::fputs("\r\033[K", stream_);
  std::fflush(stream_);
  shown_.clear();
}

void Progress::print(const std::string& line) {
  const std::string status_before = shown_;
  erase_status();
  std::fputs(printable(line).c_str(), stream_);
  std::fputc('\n', stream_);
  std::fflush(stream_);
  if (!status_before.empty()) status(status_before);
}

void Progress::status(const std::string& line) {
  if (!terminal_) return;
  const std::string fitting = clipped(printable_line(line), terminal_width(stream_) - 1);
  if (fitting == shown_) return;
  erase_status();
  std::fputs(fitting.c_str(), stream_);
  std::fflush(stream_);
  shown_ = fitting;
}

}  // namespace sketchbench
