#pragma once
#include <fmt/format.h>

#include <cstdio>
#include <string_view>
#include <utility>

namespace sketchbench {

struct Document;

// What commands print goes through here; progress (harness/worker/progress.hpp) has lines of its own. A text
// on standard output that cannot be written (a full disk) is an Error; when whoever reads it has left (`|
// head`) it is dropped silently, and the work goes on. Errors on standard error are ignored.

/// To be called first. A standard stream that is closed is opened on /dev/null, for reading where it would be
/// written: otherwise the next file that is opened would take its place and get the output. A reader that
/// leaves, and a file that grows beyond the limit, no longer end the process with a signal.
void prepare_standard_streams();

/// Text with what came from outside in it: control characters and broken UTF-8 are shown, not sent to the
/// terminal.
void print_text(std::string_view text, std::FILE* to = stdout);

template <class... Values>
void say(fmt::format_string<Values...> format, Values&&... values) {
  print_text(fmt::format(format, std::forward<Values>(values)...));
}

/// A rendered report: its colours stay, what came from outside has been escaped by its renderer.
void print_rendered(std::string_view text);
/// That of a document, as wide as the terminal.
void print_document(const Document& document, bool colour);

/// A file's contents on standard output, byte for byte, unless that is a terminal: then as print_text() does.
void print_contents(std::string_view text);

/// "sketchbench: message" on standard error.
void complain(std::string_view message);
/// The same for last words (core/system/fatal_error_report.hpp).
void complain_at_the_end(const char* const* pieces, int count);

/// Writes what is still held back and closes standard output, which may be when a full disk shows.
void finish_standard_output();

}  // namespace sketchbench
