#pragma once
#include <algorithm>
#include <charconv>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

namespace sketchbench {

/// Lines of text, of which the first and the last ones are kept when they are more than `limit` bytes.
class BoundedLines {
 public:
  explicit BoundedLines(std::size_t limit) : limit_(limit) {}
  void add(std::string_view line);
  /// At most `limit` bytes; a line in the middle says how much is missing.
  std::string text() const;

 private:
  void drop_oldest_of_tail(std::size_t keep);

  std::size_t limit_;
  std::size_t left_out_ = 0;  ///< bytes
  bool head_full_ = false;
  std::string head_, tail_;
};

/// Takes what LIBLINEAR or LIBSVM prints, from construction to destruction, in place of stdout. The
/// libraries' print callback has no user argument, so only one capture can be alive in a process at a time.
class LibraryMessages {
 public:
  using Printer = void (*)(const char*);
  using SetPrinter = void (*)(Printer);
  using LineSink = std::function<void(std::string_view line)>;

  static constexpr std::size_t text_limit = 16 * 1024;

  /// set_printer: the library's set_print_string_function. on_line sees every line, those that text() leaves
  /// out among them.
  LibraryMessages(SetPrinter set_printer, LineSink on_line);
  ~LibraryMessages();
  LibraryMessages(const LibraryMessages&) = delete;
  LibraryMessages& operator=(const LibraryMessages&) = delete;

  /// The lines so far without the dots and stars of progress, at most text_limit bytes.
  std::string text() const { return lines_.text(); }

 private:
  static void receive(const char* text);
  void append(std::string_view text);
  void end_line();

  SetPrinter set_printer_;
  LineSink on_line_;
  std::string partial_;
  BoundedLines lines_{text_limit};
};

/// The number that follows `label` in `line`, blanks skipped: number_after<int>("iter  3 act 1e-2", "iter")
/// is 3.
template <class Number>
std::optional<Number> number_after(std::string_view line, std::string_view label) {
  const auto at = line.find(label);
  if (at == std::string_view::npos) return std::nullopt;
  line.remove_prefix(at + label.size());
  line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
  Number number{};
  const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), number);
  if (error != std::errc{}) return std::nullopt;
  return number;
}

}  // namespace sketchbench
