#include <sketchbench/report/document/display_width.hpp>

#include <algorithm>
#include <array>
#include <cstdint>

namespace sketchbench {
namespace {

struct CodePoints {
  std::uint32_t first, last;
};

// Unicode 15, the blocks that matter to text in tables.
constexpr std::array<CodePoints, 6> combining_ranges = {{{0x0300, 0x036F},
                                                         {0x1AB0, 0x1AFF},
                                                         {0x1DC0, 0x1DFF},
                                                         {0x200B, 0x200F},
                                                         {0x20D0, 0x20FF},
                                                         {0xFE00, 0xFE0F}}};
constexpr std::array<CodePoints, 9> wide_ranges = {{{0x1100, 0x115F},
                                                    {0x2E80, 0x303E},
                                                    {0x3041, 0xA4CF},
                                                    {0xAC00, 0xD7A3},
                                                    {0xF900, 0xFAFF},
                                                    {0xFE30, 0xFE6F},
                                                    {0xFF00, 0xFF60},
                                                    {0x1F300, 0x1FAFF},
                                                    {0x20000, 0x3FFFD}}};

template <std::size_t N>
bool contains(const std::array<CodePoints, N>& ranges, std::uint32_t c) {
  return std::any_of(ranges.begin(), ranges.end(), [c](CodePoints r) { return r.first <= c && c <= r.last; });
}

/// Takes one code point off the front of `text`.
std::uint32_t next_code_point(std::string_view& text) {
  const auto lead = static_cast<unsigned char>(text.front());
  const std::size_t length = lead < 0x80         ? 1
                             : lead >> 5 == 0x6  ? 2
                             : lead >> 4 == 0xE  ? 3
                             : lead >> 3 == 0x1E ? 4
                                                 : 1;
  const auto broken = [&] {
    text.remove_prefix(1);
    return std::uint32_t{0xFFFD};
  };
  if (length > text.size() || (length == 1 && lead >= 0x80)) return broken();
  std::uint32_t c = length == 1 ? lead : lead & (0xFFu >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if (byte >> 6 != 0x2) return broken();
    c = c << 6 | (byte & 0x3Fu);
  }
  text.remove_prefix(length);
  return c;
}

}  // namespace

std::size_t display_width(std::string_view text) {
  std::size_t width = 0;
  while (!text.empty()) {
    const std::uint32_t c = next_code_point(text);
    width += contains(combining_ranges, c) ? 0 : contains(wide_ranges, c) ? 2 : 1;
  }
  return width;
}

std::vector<std::string> wrapped(std::string_view text, std::size_t width) {
  std::vector<std::string> lines;
  std::string line;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (word.empty()) continue;
    if (!line.empty() && display_width(line) + 1 + display_width(word) > width) {
      lines.push_back(std::move(line));
      line.clear();
    }
    if (!line.empty()) line += ' ';
    line += word;
  }
  if (!line.empty()) lines.push_back(std::move(line));
  return lines;
}

}  // namespace sketchbench
