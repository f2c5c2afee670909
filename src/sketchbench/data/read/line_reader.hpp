#pragma once
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include <sketchbench/data/read/byte_stream.hpp>

namespace sketchbench {

/// The lines of a text, without their ends (LF or CR LF) and a byte-order mark. Blank lines are allowed at
/// the end of the text only. InputError for what is no text (other_format.hpp).
class LineReader {
 public:
  /// Ends the reading of something that is no text before it fills the memory; the longest real line, a row
  /// of Gisette, has 20 kB.
  static constexpr std::size_t longest_row = std::size_t{1} << 28;

  /// InputError for a line of much more than `longest_line` bytes.
  explicit LineReader(ByteStream& stream, std::size_t longest_line = longest_row)
      : stream_(stream), longest_line_(longest_line) {}

  /// Puts the next line, valid until the next call; false at the end.
  bool next(std::string_view& line);
  /// Likewise where blank lines are as good as any: in a header, or in a file that is read as it is found.
  bool next_of_header(std::string_view& line) { return next_raw(line); }
  /// The last lines that were put, in their order, which next() puts again.
  void put_back(std::vector<std::string> lines);
  /// Number of the line that next() put last, from 1.
  long number() const { return number_; }
  const std::filesystem::path& name() const { return stream_.name(); }
  /// Throws InputError for the current line.
  [[noreturn]] void fail(std::string_view message) const;

 private:
  bool next_raw(std::string_view& line);
  bool refill();

  ByteStream& stream_;
  std::size_t longest_line_;
  std::vector<char> buffer_;  ///< bytes begin_ .. end_ are not yet handed out
  std::size_t begin_ = 0, end_ = 0;
  long number_ = 0;
  std::deque<std::string> again_;  ///< lines that were put back
  std::string put_again_;          ///< the last of them that was put
  bool at_start_ = true, at_end_ = false;
};

inline bool is_blank(char c) { return c == ' ' || c == '\t'; }

/// Where an entry that begins at `at` ends: at a blank, but for those between "2:" and a value that is none
/// itself, which svm-train takes as well.
std::size_t end_of_entry(std::string_view line, std::size_t at);

}  // namespace sketchbench
