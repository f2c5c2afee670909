#pragma once
#include <cstdint>
#include <string>
#include <string_view>

namespace sketchbench {

/// Parses all of `token` as a decimal number; a leading + is allowed. False for anything else: nothing, a
/// rest that is no number, NaN, infinity, a value too large for the type. A value too small for a float
/// becomes 0, however small it is.
bool parse_number(std::string_view token, float& value);
bool parse_number(std::string_view token, std::int64_t& value);
/// The number that parse_number() has taken for `value`, as it was written: in double precision.
double written_number(std::string_view token, float value);
/// What was expected in place of a token that parse_number() does not take for a float: "a finite number", or
/// one that single precision holds.
std::string expected_number(std::string_view token);

/// False when the token is written as a whole number ("16777217", "16777217.0") and `value`, what it was
/// parsed to, is another one: single precision holds whole numbers up to 2^24, and only some of those above.
/// Decimal fractions and numbers with an exponent are measured values, and rounded ones will do.
bool keeps_whole_number(std::string_view token, float value);

/// The token in quotes for a message: shortened when long, with bytes that are not printable ASCII as \xNN.
std::string in_quotes(std::string_view token);

}  // namespace sketchbench
