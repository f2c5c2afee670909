#pragma once
#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>
#include <system_error>

namespace sketchbench {

/// The number that follows `label` in `line`, blanks skipped: number_after<int>("iter  3 act 1e-2", "iter")
/// is 3.
template <class Number>
std::optional<Number> number_after(std::string_view line, std::string_view label) {
  const auto at = line.find(label);
  if (at == std::string_view::npos) return std::nullopt;
  line.remove_prefix(at + label.size());
  line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
  Number number{};
  const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), number);
  if (error != std::errc{}) return std::nullopt;
  return number;
}

}  // namespace sketchbench
