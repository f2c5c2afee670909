#pragma once
#include <optional>
#include <string>
#include <string_view>

#include <sketchbench/core/input_form.hpp>
#include <sketchbench/data/read/line_reader.hpp>

namespace sketchbench {

/// Cuts a line into fields, most of them without copying. Fields in quotes may have the separator in them,
/// and the quote itself twice; one whose quotes do not close, or do not end it, is taken as it stands.
class FieldSplitter {
 public:
  /// ' ' separates by any run of blanks; each of `quotes` is one.
  FieldSplitter(std::string_view line, char separator, std::string_view quotes = "\"")
      : at_(line.data()), end_(line.data() + line.size()), separator_(separator), quotes_(quotes) {
    if (separator_ == ' ') skip_blanks();
    more_ = separator_ != ' ' || at_ != end_;
  }

  /// Puts the next field without surrounding blanks and quotes, valid until the next call; false after the
  /// last.
  bool next(std::string_view& field);
  /// Where the field after the last begins.
  const char* rest() const { return at_; }

 private:
  void skip_blanks() {
    while (at_ != end_ && is_blank(*at_)) ++at_;
  }
  bool is_separator(char c) const { return separator_ == ' ' ? is_blank(c) : c == separator_; }
  /// Behind the field at `at_` comes a separator or the end.
  void step_over_separator();
  bool next_quoted(std::string_view& field);

  const char* at_;
  const char* end_;
  char separator_;
  std::string_view quotes_;
  bool more_;
  std::string unescaped_;
};

Index count_fields(std::string_view line, char separator);

/// Whether it begins with a sign of comments: # % |
bool may_be_comment(std::string_view line);

/// Whether the line is blank, or begins like a comment and has another number of fields than rows have.
bool is_no_row(std::string_view line, char separator, Index width);

/// Nothing, "?", "NA", "N/A", "NaN" and "null", in capitals or not.
bool is_missing(std::string_view field);

/// 1 for "true" and 0 for "false", in capitals or not.
std::optional<float> parse_boolean(std::string_view field);

/// As parse_number(token, value), with thousands signs between groups of three digits and another decimal
/// sign.
bool parse_number(std::string_view token, const NumberStyle& style, float& value);

/// Whether it may be a number in some style: digits with signs between them and no letters, or an infinity.
bool looks_like_number(std::string_view field);

}  // namespace sketchbench
