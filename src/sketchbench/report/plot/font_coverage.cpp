#include <sketchbench/report/plot/font_coverage.hpp>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstdint>
#include <map>
#include <optional>

#include <sketchbench/report/plot/installed_program.hpp>

namespace sketchbench {
namespace {

using CodePoint = std::uint32_t;

/// What the text has beyond ASCII, with the bytes that stand for it.
std::map<CodePoint, std::string> characters_of(std::string_view text) {
  std::map<CodePoint, std::string> characters;
  while (!text.empty()) {
    const auto first = static_cast<unsigned char>(text[0]);
    const auto leading_ones = static_cast<std::size_t>(std::countl_one(first));
    const std::size_t length = std::min(std::max<std::size_t>(leading_ones, 1), text.size());
    CodePoint code = first & (0xFFu >> (leading_ones + 1));
    for (std::size_t i = 1; i < length; ++i) code = code << 6 | (static_cast<unsigned char>(text[i]) & 0x3Fu);
    if (length > 1) characters.emplace(code, text.substr(0, length));
    text.remove_prefix(length);
  }
  return characters;
}

std::optional<CodePoint> hexadecimal(std::string_view digits) {
  CodePoint code = 0;
  const auto [rest, status] = std::from_chars(digits.data(), digits.data() + digits.size(), code, 16);
  return status == std::errc() && rest == digits.data() + digits.size() ? std::optional(code) : std::nullopt;
}

}  // namespace

std::vector<std::string> characters_not_in(std::string_view coverage, std::string_view text) {
  std::map<CodePoint, std::string> missing = characters_of(text);
  while (!coverage.empty() && !missing.empty()) {
    const auto end = std::min(coverage.find_first_of(" \n"), coverage.size());
    const std::string_view range = coverage.substr(0, end);
    coverage.remove_prefix(std::min(end + 1, coverage.size()));
    const auto dash = std::min(range.find('-'), range.size());
    const auto low = hexadecimal(range.substr(0, dash)),
               high = dash < range.size() ? hexadecimal(range.substr(dash + 1)) : low;
    if (low && high) missing.erase(missing.lower_bound(*low), missing.upper_bound(std::max(*low, *high)));
  }
  std::vector<std::string> characters;
  for (auto& [code, bytes] : missing) characters.push_back(std::move(bytes));
  return characters;
}

std::vector<std::string> characters_without_font(std::string_view text) {
  const bool ascii = std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
  const auto fontconfig = ascii ? std::nullopt : find_program("fc-list");
  if (!fontconfig) return {};
  ChildProcess process({fontconfig->string(), "--format", "%{charset}\\n"}, "");
  const std::string coverage = listen_to(process);
  const ChildEnd end = process.wait();
  if (end.exit_code != 0 || end.signal != 0) return {};
  return characters_not_in(coverage, text);
}

}  // namespace sketchbench
