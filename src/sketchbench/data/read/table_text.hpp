#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <sketchbench/core/input_form.hpp>
#include <sketchbench/data/read/line_reader.hpp>

namespace sketchbench {

/// How a line has texts in quotes.
struct QuoteStyle {
  std::string_view quotes = "\"";  ///< each of them is one
  bool has_escapes = false;        ///< \' in quotes is no end of them
};

/// Cuts a line into fields, most of them without copying. Fields in quotes may have the separator in them,
/// and the quote itself twice; one whose quotes do not close, or do not end it, is taken as it stands.
class FieldSplitter {
 public:
  /// ' ' separates by any run of blanks.
  FieldSplitter(std::string_view line, char separator, const QuoteStyle& style = {})
      : at_(line.data()), end_(line.data() + line.size()), separator_(separator), style_(style) {
    if (separator_ == ' ') skip_blanks();
    more_ = separator_ != ' ' || at_ != end_;
  }

  /// Puts the next field without surrounding blanks and quotes, valid until the next call; false after the
  /// last.
  bool next(std::string_view& field);
  /// Where the field after the last begins.
  const char* rest() const { return at_; }
  /// Whether a quote of a field until here has none that closes it.
  bool is_open() const { return open_; }

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
  QuoteStyle style_;
  bool more_;
  bool open_ = false;
  std::string unescaped_;
};

/// Where the quote closes that `text` begins with; npos: nowhere.
std::size_t closing_quote(std::string_view text, const QuoteStyle& style);
/// What stands between quotes, of which each quote twice is one; with escapes \n, \r and \t are what they are
/// in C, and another sign stands for itself.
std::string without_escapes(std::string_view quoted, char quote, const QuoteStyle& style);

/// The rows of delimited text: lines, and as many of them as it takes where a field in quotes goes on in the
/// next. A quote that closes nowhere, or not where a row would end that has as many fields as rows have, is
/// no such quote.
class RecordReader {
 public:
  /// separator: none where it is not known yet; width: of rows, 0 where it is not.
  RecordReader(LineReader& lines, std::optional<char> separator, Index width)
      : lines_(lines), separator_(separator), width_(width) {}

  /// Puts the next row, valid until the next call; false at the end.
  bool next(std::string_view& record);
  /// Lines of the last row beyond its first.
  Index further_lines() const { return further_lines_; }

 private:
  bool is_open(std::string_view record) const;
  bool join(std::string_view& record);

  LineReader& lines_;
  std::optional<char> separator_;
  Index width_;
  Index further_lines_ = 0;
  std::string joined_;
};

Index count_fields(std::string_view line, char separator);

/// Whether it begins with a sign of comments: # % |
bool may_be_comment(std::string_view line);

/// Whether it is "sep=;", by which Excel is told the separator.
bool names_separator(std::string_view line);

/// Whether the line is blank or names the separator, or begins like a comment and has another number of
/// fields than rows have.
bool is_no_row(std::string_view line, char separator, Index width);

/// Nothing, "?", "NA", "<NA>", "N/A", "#N/A", "NaN" and "null", in capitals or not.
bool is_missing(std::string_view field);
/// The same, or one of these texts.
bool is_missing(std::string_view field, const std::vector<std::string>& texts);

/// 1 for "true" and 0 for "false", in capitals or not.
std::optional<float> parse_boolean(std::string_view field);

/// As parse_number(token, value), with thousands signs between groups of three digits and another decimal
/// sign.
bool parse_number(std::string_view token, const NumberStyle& style, float& value);
/// As written_number(token, value).
double written_number(std::string_view token, const NumberStyle& style, float value);

/// Whether it may be a number in some style: digits with signs between them and no letters, or an infinity.
bool looks_like_number(std::string_view field);

/// A number's minus sign, narrow blanks and apostrophe of Unicode, as programs for documents write them, in
/// ASCII.
std::string in_ascii(std::string_view field);

/// "2011-01-31", "31.1.2011 10:30" or "1/31/11".
bool begins_with_date(std::string_view field);

/// Whether it is such a number with a unit: "12.5%" or "$1,260.00".
bool has_unit(std::string_view field);

}  // namespace sketchbench
