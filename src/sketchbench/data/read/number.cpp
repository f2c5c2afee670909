#include <sketchbench/data/read/number.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include <sketchbench/core/text.hpp>

namespace sketchbench {
namespace {

std::string_view without_plus(std::string_view token) {
  const bool has_plus = token.size() > 1 && token[0] == '+' && token[1] != '-';
  return has_plus ? token.substr(1) : token;
}

template <class T>
std::errc parse_all(std::string_view token, T& value) {
  const char* end = token.data() + token.size();
  const auto [rest, status] = std::from_chars(token.data(), end, value);
  return rest == end ? status : std::errc::invalid_argument;
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// The power of ten of a number's first digit that is not zero, for a token that from_chars has understood.
/// Saturates: an exponent of a hundred digits is only large.
std::int64_t magnitude(std::string_view token) {
  constexpr std::int64_t large = 1'000'000'000'000'000;
  const std::size_t e = std::min(token.find_first_of("eE"), token.size());
  std::int64_t exponent = 0;
  if (e < token.size()) {
    std::string_view digits = without_plus(token.substr(e + 1));
    const bool negative = digits.starts_with('-');
    if (parse_all(digits, exponent) != std::errc{}) exponent = negative ? -large : large;
    exponent = std::clamp(exponent, -large, large);  // the sum below is to stay what it is
  }
  const std::string_view mantissa = token.substr(0, e);
  const auto point = static_cast<std::int64_t>(std::min(mantissa.find('.'), mantissa.size()));
  const auto first = static_cast<std::int64_t>(mantissa.find_first_of("123456789"));
  return exponent + (first < point ? point - first - 1 : point - first);
}

}  // namespace

bool parse_number(std::string_view token, float& value) {
  if (token.size() == 1 && token[0] >= '0' && token[0] <= '9') {  // most values of most files
    value = static_cast<float>(token[0] - '0');
    return true;
  }
  token = without_plus(token);
  const std::errc status = parse_all(token, value);
  if (status == std::errc{}) return std::isfinite(value);
  if (status != std::errc::result_out_of_range) return false;
  if (magnitude(token) > 0) return false;
  // from_chars reports too small like too large. A wider type knows those between 1e-45 and the smallest of
  // all.
  double wide = 0;
  if (parse_all(token, wide) != std::errc{}) wide = token.starts_with('-') ? -0.0 : 0.0;
  value = static_cast<float>(wide);
  return true;
}

bool parse_number(std::string_view token, std::int64_t& value) {
  return parse_all(without_plus(token), value) == std::errc{};
}

double written_number(std::string_view token, float value) {
  if (token.size() == 1) return double{value};  // such as a column of ones
  double written = 0;
  return parse_all(without_plus(token), written) == std::errc{} ? written : double{value};
}

std::string expected_number(std::string_view token) {
  double wide = 0;
  const std::errc status = parse_all(without_plus(token), wide);
  const bool is_number =
      status == std::errc::result_out_of_range || (status == std::errc{} && std::isfinite(wide));
  return is_number ? "a finite number of at most 3.4e38, which is what single precision holds"
                   : "a finite number";
}

bool keeps_whole_number(std::string_view token, float value) {
  if (token.starts_with('+') || token.starts_with('-')) token.remove_prefix(1);
  const std::size_t point = std::min(token.find('.'), token.size());
  std::string_view digits = token.substr(0, point),
                   fraction = token.substr(std::min(point + 1, token.size()));
  if (!std::all_of(digits.begin(), digits.end(), is_digit)) return true;
  if (fraction.find_first_not_of('0') != std::string_view::npos) return true;
  digits.remove_prefix(std::min(digits.find_first_not_of('0'), digits.size()));
  constexpr std::size_t always_kept = 7;  // 2^24 has eight digits
  return digits.size() <= always_kept || fmt::format("{:.0f}", std::abs(value)) == digits;
}

std::string in_quotes(std::string_view token) {
  constexpr std::size_t longest = 40, longest_character = 4;
  std::size_t end = std::min(longest, token.size());
  while (end < token.size() && end + longest_character > longest &&
         (static_cast<unsigned char>(token[end]) & 0xc0) == 0x80)  // within a character of UTF-8
    --end;
  const std::string_view shown = token.substr(0, end);
  // Blanks and marks that nobody sees, or not as what they are, among them all of C2.
  const bool has_unseen = std::ranges::any_of(
      std::array<std::string_view, 4>{"\xc2", "\xe2\x80", "\xe2\x81", "\xef\xbb\xbf"},
      [&](std::string_view bytes) { return shown.find(bytes) != std::string_view::npos; });
  std::string text = "\"";
  for (const char c : has_unseen ? std::string(shown) : printable(shown)) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < ' ' || byte == 0x7f || (has_unseen && byte >= 0x80))
      text += fmt::format("\\x{:02x}", byte);
    else
      text += c;
  }
  return text + (token.size() > end ? "...\"" : "\"");
}

}  // namespace sketchbench
