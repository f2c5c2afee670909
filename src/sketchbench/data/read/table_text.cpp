#include <sketchbench/data/read/table_text.hpp>

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>

#include <sketchbench/data/read/number.hpp>

namespace sketchbench {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool equals_in_lower_case(std::string_view text, std::string_view lower) {
  return std::ranges::equal(text, lower, [](char a, char b) {
    return std::tolower(static_cast<unsigned char>(a)) == static_cast<unsigned char>(b);
  });
}

/// Whether the signs part the digits as "12,345,678"; "0,123" has a decimal sign.
bool has_groups_of_three(std::string_view digits, char sign) {
  constexpr std::size_t group = 3;
  std::size_t since = digits.find(sign);
  if (since == 0 || since > group || (since == 1 && digits.front() == '0')) return false;
  while (since != std::string_view::npos && since < digits.size()) {
    const std::size_t next = std::min(digits.find(sign, since + 1), digits.size());
    if (next - since - 1 != group) return false;
    since = next;
  }
  return true;
}

/// The number in C's style; none where signs do not stand as the style has them.
std::optional<std::string> in_plain_style(std::string_view token, const NumberStyle& style) {
  std::string in_plain_signs;
  if (style.thousands == ' ' || style.thousands == '\'') token = in_plain_signs = in_ascii(token);
  const std::size_t decimal = std::min(token.find(style.decimal), token.size());
  std::string_view whole = token.substr(0, decimal);
  const bool is_signed = whole.starts_with('+') || whole.starts_with('-');
  if (style.thousands != '\0' && whole.find(style.thousands) != std::string_view::npos &&
      !has_groups_of_three(whole.substr(is_signed ? 1 : 0), style.thousands))
    return std::nullopt;
  std::string plain;
  for (const char c : whole)
    if (c == '.') {
      if (style.thousands != '.') return std::nullopt;
    } else if (c != style.thousands || style.thousands == '\0') {
      plain += c;
    }
  if (decimal < token.size()) {
    const std::string_view fraction = token.substr(decimal + 1);
    if (fraction.find('.') != std::string_view::npos) return std::nullopt;
    plain += '.';
    plain += fraction;
  }
  return plain;
}

}  // namespace

bool FieldSplitter::next(std::string_view& field) {
  if (!more_) return false;
  if (separator_ != '\t') skip_blanks();
  if (at_ != end_ && style_.quotes.find(*at_) != std::string_view::npos && next_quoted(field)) return true;
  const char* const start = at_;
  while (at_ != end_ && !is_separator(*at_)) ++at_;
  const char* stop = at_;
  while (stop != start && is_blank(stop[-1])) --stop;
  field = {start, static_cast<std::size_t>(stop - start)};
  while (separator_ == '\t' && !field.empty() && field.front() == ' ') field.remove_prefix(1);
  step_over_separator();
  return true;
}

void FieldSplitter::step_over_separator() {
  if (separator_ == ' ') {
    skip_blanks();
    more_ = at_ != end_;
    return;
  }
  more_ = at_ != end_;
  if (more_) ++at_;
}

bool FieldSplitter::next_quoted(std::string_view& field) {
  const std::string_view text(at_, static_cast<std::size_t>(end_ - at_));
  const std::size_t close = closing_quote(text, style_);
  if (close == std::string_view::npos) {
    open_ = true;
    return false;
  }
  const char* behind = at_ + close + 1;
  while (behind != end_ && is_blank(*behind) && !is_separator(*behind)) ++behind;
  if (behind != end_ && !is_separator(*behind)) return false;
  field = text.substr(1, close - 1);
  if (field.find(text.front()) != std::string_view::npos ||
      (style_.has_escapes && field.find('\\') != std::string_view::npos)) {
    unescaped_ = without_escapes(field, text.front(), style_);
    field = unescaped_;
  }
  at_ = behind;
  step_over_separator();
  return true;
}

std::size_t closing_quote(std::string_view text, const QuoteStyle& style) {
  const char quote = text.front();
  for (std::size_t at = 1; at < text.size(); ++at) {
    if (style.has_escapes && text[at] == '\\') {
      ++at;
    } else if (text[at] == quote) {
      if (at + 1 == text.size() || text[at + 1] != quote) return at;
      ++at;
    }
  }
  return std::string_view::npos;
}

std::string without_escapes(std::string_view quoted, char quote, const QuoteStyle& style) {
  std::string text;
  for (std::size_t at = 0; at < quoted.size(); ++at) {
    const bool is_escape = style.has_escapes && quoted[at] == '\\' && at + 1 < quoted.size();
    if (!is_escape) {
      text += quoted[at];
      if (quoted[at] == quote) ++at;
      continue;
    }
    const char sign = quoted[++at];
    text += sign == 'n' ? '\n' : sign == 'r' ? '\r' : sign == 't' ? '\t' : sign;
  }
  return text;
}

bool RecordReader::is_open(std::string_view record) const {
  const auto is_open_by = [&](char separator) {
    FieldSplitter fields(record, separator);
    for (std::string_view field; !fields.is_open() && fields.next(field);) {
    }
    return fields.is_open();
  };
  if (std::ranges::count(record, '"') % 2 == 0) return false;  // each has its partner, or is no quote
  return separator_ ? is_open_by(*separator_) : is_open_by(',') || is_open_by(';') || is_open_by('\t');
}

bool RecordReader::next(std::string_view& record) {
  further_lines_ = 0;
  if (!lines_.next_of_header(record)) return false;
  return !is_open(record) || join(record);
}

/// Where the lines that follow do not close the quote, the line stands as it is, and they for themselves.
bool RecordReader::join(std::string_view& record) {
  constexpr std::size_t most_lines = 100, most_bytes = 1 << 20;
  joined_ = record;
  const std::size_t first = joined_.size();
  std::vector<std::string> others;
  for (std::string_view line; others.size() < most_lines && joined_.size() < most_bytes;) {
    if (!lines_.next_of_header(line)) break;
    others.emplace_back(line);
    joined_.append("\n").append(line);
    if (is_open(joined_)) continue;
    if (width_ > 0 && count_fields(joined_, separator_.value_or(',')) != width_) break;
    further_lines_ = std::ssize(others);
    record = joined_;
    return true;
  }
  lines_.put_back(std::move(others));
  joined_.resize(first);
  record = joined_;
  return true;
}

Index count_fields(std::string_view line, char separator) {
  FieldSplitter fields(line, separator);
  Index count = 0;
  for (std::string_view field; fields.next(field);) ++count;
  return count;
}

bool may_be_comment(std::string_view line) {
  return !line.empty() && std::string_view("#%|").find(line.front()) != std::string_view::npos;
}

bool is_no_row(std::string_view line, char separator, Index width) {
  const std::size_t begin = line.find_first_not_of(" \t");
  if (begin == std::string_view::npos) return separator != '\t' || line.empty() || width < 2;
  if (names_separator(line) || line == "\x1a") return true;
  return may_be_comment(line) && count_fields(line, separator) != width;
}

bool names_separator(std::string_view line) { return line.starts_with("sep=") && line.size() == 5; }

bool is_missing(std::string_view field) {
  constexpr std::array<std::string_view, 8> words = {"na",   "n/a",  "nan",  "null",
                                                     "-nan", "<na>", "#n/a", "#na"};
  if (field.empty() || field == "?") return true;
  return field.size() <= 4 &&
         std::ranges::any_of(words, [&](std::string_view word) { return equals_in_lower_case(field, word); });
}

bool is_missing(std::string_view field, const std::vector<std::string>& texts) {
  return is_missing(field) || std::ranges::find(texts, field) != texts.end();
}

std::optional<float> parse_boolean(std::string_view field) {
  if (equals_in_lower_case(field, "true")) return 1.0f;
  if (equals_in_lower_case(field, "false")) return 0.0f;
  return std::nullopt;
}

bool parse_number(std::string_view token, const NumberStyle& style, float& value) {
  if (style == NumberStyle{}) return parse_number(token, value);
  const std::optional<std::string> plain = in_plain_style(token, style);
  return plain && parse_number(*plain, value);
}

double written_number(std::string_view token, const NumberStyle& style, float value) {
  if (style == NumberStyle{}) return written_number(token, value);
  return written_number(in_plain_style(token, style).value_or(""), value);
}

bool looks_like_number(std::string_view field) {
  if (field.starts_with('+') || field.starts_with('-')) field.remove_prefix(1);
  if (equals_in_lower_case(field, "inf") || equals_in_lower_case(field, "infinity")) return true;
  return !field.empty() && (is_digit(field.front()) || field.front() == '.' || field.front() == ',') &&
         std::ranges::any_of(field, is_digit) && std::ranges::all_of(field, [](char c) {
           return is_digit(c) || std::string_view(",.' eE+").find(c) != std::string_view::npos;
         });
}

std::string in_ascii(std::string_view field) {
  std::string text(field);
  for (const auto& [sign, plain] : {std::pair<std::string_view, std::string_view>{"\u2212", "-"},
                                    {"\u00a0", " "},
                                    {"\u202f", " "},
                                    {"\u2009", " "},
                                    {"\u2019", "'"}})
    for (std::size_t at; (at = text.find(sign)) != std::string::npos;) text.replace(at, sign.size(), plain);
  return text;
}

bool begins_with_date(std::string_view field) {
  const std::string_view date = field.substr(0, field.find_first_of(" T"));
  const std::size_t first = date.find_first_of("-/.");
  if (first == std::string_view::npos) return false;
  const char sign = date[first];
  std::size_t digits = 0, signs = 0;
  char before = sign;
  for (const char c : date) {
    if (c == sign ? before == sign : c < '0' || c > '9') return false;
    ++(c == sign ? signs : digits);
    before = c;
  }
  constexpr std::size_t fewest = 4, most = 8;
  return signs == 2 && before != sign && digits >= fewest && digits <= most;
}

bool has_unit(std::string_view field) {
  for (const std::string_view unit : {"%", "$", "\u20ac", "\u00a3"}) {
    if (field.starts_with(unit)) return looks_like_number(field.substr(unit.size()));
    if (field.ends_with(unit)) return looks_like_number(field.substr(0, field.size() - unit.size()));
  }
  return false;
}

}  // namespace sketchbench
