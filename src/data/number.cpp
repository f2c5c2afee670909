#include "data/number.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>

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
  // from_chars reports too small like too large; a wider type tells them apart.
  double wide = 0;
  if (parse_all(token, wide) != std::errc{} || std::abs(wide) > 1) return false;
  value = static_cast<float>(wide);
  return true;
}

bool parse_number(std::string_view token, std::int64_t& value) {
  return parse_all(without_plus(token), value) == std::errc{};
}

std::string in_quotes(std::string_view token) {
  constexpr std::size_t longest = 40;
  std::string text = "\"";
  for (const char c : token.substr(0, longest)) {
    if (c >= ' ' && c <= '~')
      text += c;
    else
      text += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
  }
  return text + (token.size() > longest ? "...\"" : "\"");
}

}  // namespace sketchbench
