#include <sketchbench/cli/standard_streams.hpp>

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/text.hpp>
#include <sketchbench/report/document/render_terminal.hpp>

namespace sketchbench {
namespace {

/// `error_number` is 0 where all went well.
void check(int error_number, std::FILE* stream) {
  if (error_number == 0 || error_number == EPIPE || stream == stderr) return;
  fail_system("write", "standard output", error_number);
}

void write(std::string_view text, std::FILE* to) {
  errno = 0;
  const bool whole = std::fwrite(text.data(), 1, text.size(), to) == text.size();
  check(whole ? 0 : errno, to);
}

}  // namespace

void prepare_standard_streams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(stream, F_GETFD) >= 0 || errno != EBADF) continue;
    // The lowest free number is taken, and those below are open by now.
    static_cast<void>(::open("/dev/null", stream == STDOUT_FILENO ? O_RDONLY : O_WRONLY));
  }
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);  // a file beyond the limit (ulimit -f) is an error like a full disk
}

void print_text(std::string_view text, std::FILE* to) { write(printable(text), to); }

void print_rendered(std::string_view text) { write(text, stdout); }

void print_document(const Document& document, bool colour) {
  print_rendered(render_terminal(document, colour, terminal_width()));
}

void print_contents(std::string_view text) {
  if (::isatty(STDOUT_FILENO) == 1)
    print_text(text);
  else
    write(text, stdout);
}

void complain(std::string_view message) { print_text(fmt::format("sketchbench: {}\n", message), stderr); }

void complain_at_the_end(const char* const* pieces, int count) {
  const auto put = [](const char* text) {
    static_cast<void>(!::write(STDERR_FILENO, text, std::strlen(text)));
  };
  put("sketchbench: ");
  for (int i = 0; i < count; ++i) put(pieces[i]);
  put("\n");
}

void finish_standard_output() {
  const bool told = std::ferror(stdout) != 0;
  errno = 0;
  const bool flushed = std::fflush(stdout) == 0;
  int error_number = flushed ? 0 : errno;
  if (std::fclose(stdout) != 0 && flushed) error_number = errno;
  if (!told) check(error_number, stdout);
}

}  // namespace sketchbench
