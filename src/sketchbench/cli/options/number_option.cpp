#include <sketchbench/cli/options/number_option.hpp>

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <charconv>
#include <cmath>
#include <map>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/text.hpp>

namespace sketchbench {
namespace {

constexpr std::size_t longest_shown = 40;
constexpr double longest_duration = 10 * 365.25 * 86'400;

[[noreturn]] void fail(std::string_view option, std::string_view text, std::string_view expected) {
  throw InputError(fmt::format("{} \"{}\": expected {}", option, shortened(text, longest_shown), expected));
}

/// True when all of the text is a number that fits.
template <class T>
bool parse_all(std::string_view text, T& value) {
  const char* end = text.data() + text.size();
  const auto [rest, status] = std::from_chars(text.data(), end, value);
  return status == std::errc() && rest == end;
}

}  // namespace

std::int64_t parse_whole_number(std::string_view option, std::string_view text, std::int64_t low,
                                std::int64_t high) {
  std::int64_t value = 0;
  if (!parse_all(text, value) || value < low || value > high)
    fail(option, text, fmt::format("a whole number from {} to {}", low, high));
  return value;
}

std::uint64_t parse_seed(std::string_view option, std::string_view text) {
  std::uint64_t value = 0;
  if (!parse_all(text, value)) fail(option, text, fmt::format("a whole number from 0 to {}", UINT64_MAX));
  return value;
}

double parse_number(std::string_view option, std::string_view text, double low) {
  double value = 0;
  if (!parse_all(text, value) || !std::isfinite(value) || value < low)
    fail(option, text, std::isfinite(low) ? fmt::format("a number of at least {}", low) : "a finite number");
  return value;
}

double parse_duration(std::string_view option, std::string_view text) {
  static const std::map<std::string_view, double> units = {
      {"", 1}, {"s", 1}, {"m", 60}, {"min", 60}, {"h", 3600}};
  double value = 0;
  const char* end = text.data() + text.size();
  const auto [rest, status] = std::from_chars(text.data(), end, value);
  const auto unit = units.find(std::string_view(rest, static_cast<std::size_t>(end - rest)));
  const double seconds = status == std::errc() && unit != units.end() ? value * unit->second : 0;
  if (!(seconds > 0 && seconds <= longest_duration))
    fail(option, text, "a time such as 90s, 30m or 2h, at most ten years");
  return seconds;
}

void add_threads_option(CLI::App& command, const std::string& description, int& threads) {
  constexpr int most_threads = 4096;
  add_parsed_option(command, "--threads", "N", description, [&threads](const std::string& text) {
    threads = static_cast<int>(parse_whole_number("--threads", text, 1, most_threads));
  })->default_str(fmt::format("{}", threads));
}

CLI::Option* add_parsed_option(CLI::App& command, const std::string& name, const std::string& kind,
                               const std::string& description, std::function<void(const std::string&)> take) {
  return command.add_option_function<std::string>(name, std::move(take), description)->type_name(kind);
}

}  // namespace sketchbench
