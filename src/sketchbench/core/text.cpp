#include <sketchbench/core/text.hpp>

#include <fmt/format.h>

#include <cmath>

namespace sketchbench {
namespace {

bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xC0u) == 0x80u; }

/// Bytes of the well-formed UTF-8 character that `text` begins with; 0 when it begins with none.
std::size_t character_length(std::string_view text) {
  const auto first = static_cast<unsigned char>(text[0]);
  if (first < 0x80) return 1;
  const std::size_t length = first >= 0xC2 && first <= 0xDF   ? 2
                             : first >= 0xE0 && first <= 0xEF ? 3
                             : first >= 0xF0 && first <= 0xF4 ? 4
                                                              : 0;
  if (length == 0 || text.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i)
    if (!is_continuation(text[i])) return 0;
  const auto second = static_cast<unsigned char>(text[1]);
  const bool malformed = (first == 0xE0 && second < 0xA0) ||  // longer than need be
                         (first == 0xED && second > 0x9F) ||  // half of a surrogate pair
                         (first == 0xF0 && second < 0x90) || (first == 0xF4 && second > 0x8F);
  return malformed ? 0 : length;
}

bool is_control(std::string_view character) {
  const auto first = static_cast<unsigned char>(character[0]);
  if (character.size() == 1) return (first < 0x20 && first != '\n' && first != '\t') || first == 0x7F;
  return (first == 0xC2 && static_cast<unsigned char>(character[1]) < 0xA0) ||  // C1
         character == "\xEF\xBF\xBE" || character == "\xEF\xBF\xBF";            // no characters, nor XML's
}

}  // namespace

std::string readable_seconds(double seconds) {
  if (seconds < 9.95) return fmt::format("{:.2f} s", seconds);
  if (seconds < 99.5) return fmt::format("{:.1f} s", seconds);
  const auto whole = static_cast<std::int64_t>(std::llround(seconds));
  if (whole < 3600) return fmt::format("{} min {:02} s", whole / 60, whole % 60);
  const std::int64_t minutes = (whole + 30) / 60;
  return fmt::format("{} h {:02} min", minutes / 60, minutes % 60);
}

std::string readable_bytes(double bytes) {
  if (bytes < 1e3) return fmt::format("{:.0f} B", bytes);
  if (bytes < 1e6) return fmt::format("{:.1f} kB", bytes / 1e3);
  if (bytes < 1e9) return fmt::format("{:.1f} MB", bytes / 1e6);
  return fmt::format("{:.2f} GB", bytes / 1e9);
}

std::string with_commas(std::int64_t value) {
  std::string digits = std::to_string(value < 0 ? -value : value);
  for (auto at = static_cast<std::ptrdiff_t>(digits.size()) - 3; at > 0; at -= 3)
    digits.insert(static_cast<std::size_t>(at), 1, ',');
  return value < 0 ? "-" + digits : digits;
}

std::string decimal_text(double value, int decimals) {
  constexpr double longest = 1e6;
  return std::abs(value) < longest ? fmt::format("{:.{}f}", value, decimals)
                                   : fmt::format("{:.{}e}", value, decimals);
}

std::string replaced(std::string_view text, std::string_view from, std::string_view to) {
  std::string result;
  for (auto at = text.find(from); at != std::string_view::npos; at = text.find(from)) {
    result += text.substr(0, at);
    result += to;
    text.remove_prefix(at + from.size());
  }
  return result += text;
}

std::string shortened(std::string_view text, std::size_t bytes) {
  constexpr std::string_view more = "...";
  if (text.size() <= bytes) return std::string(text);
  std::size_t end = bytes > more.size() ? bytes - more.size() : 0;
  while (end > 0 && is_continuation(text[end])) --end;
  return std::string(text.substr(0, end)) + std::string(more);
}

std::string printable(std::string_view text) {
  std::string shown;
  shown.reserve(text.size());
  while (!text.empty()) {
    const std::size_t length = character_length(text);
    const std::string_view character = text.substr(0, length == 0 ? 1 : length);
    if (length == 0 || is_control(character))
      for (const char byte : character) shown += fmt::format("\\x{:02x}", static_cast<unsigned char>(byte));
    else
      shown += character;
    text.remove_prefix(character.size());
  }
  return shown;
}

std::string printable_line(std::string_view text) {
  std::string line = printable(text);
  for (char& c : line)
    if (c == '\n' || c == '\t') c = ' ';
  return line;
}

std::string plural(std::int64_t count, std::string_view noun, std::string_view many) {
  if (count == 1) return fmt::format("1 {}", noun);
  return many.empty() ? fmt::format("{} {}s", with_commas(count), noun)
                      : fmt::format("{} {}", with_commas(count), many);
}

}  // namespace sketchbench
