#pragma once
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace sketchbench {

// Numbers on the command line, read strictly: all of the text is the number, and it is within the range.
// InputError names option, text and range otherwise; nothing is rounded, cut off or taken for a default.

/// Digits, with a minus sign in front where `low` is negative.
std::int64_t parse_whole_number(std::string_view option, std::string_view text, std::int64_t low,
                                std::int64_t high);
/// From 0 to 2^64 - 1.
std::uint64_t parse_seed(std::string_view option, std::string_view text);
/// A finite decimal number of at least `low`, which may be -inf: "0.5" or "1e-3".
double parse_number(std::string_view option, std::string_view text, double low);
/// "90", "90s", "30m" ("30min") or "2h" in seconds: more than none, at most ten years.
double parse_duration(std::string_view option, std::string_view text);

/// --threads N, 1 to 4096, into `threads`, whose value is the default.
void add_threads_option(CLI::App& command, const std::string& description, int& threads);

/// An option whose text goes to `take`; `kind` stands for it in the help ("N").
CLI::Option* add_parsed_option(CLI::App& command, const std::string& name, const std::string& kind,
                               const std::string& description, std::function<void(const std::string&)> take);

}  // namespace sketchbench
