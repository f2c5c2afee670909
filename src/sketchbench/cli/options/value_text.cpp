#include <sketchbench/cli/options/value_text.hpp>

#include <fmt/format.h>

#include <charconv>
#include <cmath>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>

namespace sketchbench {
namespace {

template <class Number>
bool is_all_number(std::string_view text, Number& value) {
  const auto [rest, status] = std::from_chars(text.data(), text.data() + text.size(), value);
  return status == std::errc() && rest == text.data() + text.size();
}

}  // namespace

Json value_of_text(const std::string& text) {
  if (text == "true") return true;
  if (text == "false") return false;
  if (text.starts_with('{')) return parse_json(text, "the command line");
  if (std::int64_t whole = 0; is_all_number(text, whole)) return whole;
  if (double real = 0; is_all_number(text, real) && std::isfinite(real)) return real;
  return text;
}

std::pair<std::string, std::string> named_value(std::string_view option, const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0)
    throw InputError(fmt::format("{} \"{}\": expected a name and its value, NAME=VALUE", option, text));
  return {text.substr(0, equals), text.substr(equals + 1)};
}

std::vector<std::string> listed_values(std::string_view option, const std::string& text) {
  if (text.starts_with('{')) return {text};
  std::vector<std::string> values;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    values.push_back(text.substr(begin, end - begin));
    if (values.back().empty())
      throw InputError(
          fmt::format("{} \"{}\": expected a value, or several with commas between them", option, text));
    begin = end + 1;
  }
  return values;
}

std::string text_of_label(float label) {
  constexpr float largest_digits = 1e15f;  // larger whole numbers are shorter with an exponent
  if (std::trunc(label) == label && std::abs(label) < largest_digits)
    return fmt::format("{}", static_cast<std::int64_t>(label));
  return fmt::format("{}", label);
}

}  // namespace sketchbench
