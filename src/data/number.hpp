#pragma once
#include <cstdint>
#include <string>
#include <string_view>

namespace sketchbench {

/// Parses all of `token` as a decimal number; a leading + is allowed. False for anything else: nothing, a
/// rest that is no number, NaN, infinity, a value too large for the type. A value too small for a float
/// becomes 0.
bool parse_number(std::string_view token, float& value);
bool parse_number(std::string_view token, std::int64_t& value);

/// The token in quotes for a message: shortened when long, with bytes that are not printable ASCII as \xNN.
std::string in_quotes(std::string_view token);

}  // namespace sketchbench
