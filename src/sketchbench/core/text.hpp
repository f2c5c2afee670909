#pragma once
#include <cstdint>
#include <string>
#include <string_view>

namespace sketchbench {

/// "0.42 s", "12.3 s", "4 min 05 s", "2 h 13 min".
std::string readable_seconds(double seconds);
/// "612 B", "12.4 MB", "3.20 GB" (powers of 1000).
std::string readable_bytes(double bytes);
/// "32,561".
std::string with_commas(std::int64_t value);
/// "1 run", "5 runs", "1,000 entries" (with `many` given where an s is not enough).
std::string plural(std::int64_t count, std::string_view noun, std::string_view many = "");
/// So many decimals; with an exponent where the number takes more than six digits before the point:
/// "0.9123", "-3.2100e+30".
std::string decimal_text(double value, int decimals);
/// Every `from` in the text exchanged for `to`, which is not looked at again.
std::string replaced(std::string_view text, std::string_view from, std::string_view to);

/// The text, or as much of its beginning as fits with "..." behind it into `bytes`; never half of a
/// character.
std::string shortened(std::string_view text, std::size_t bytes);

/// The text as it may go to a terminal or into a line of a log: control characters but line ends and tabs
/// (escape sequences among them) and bytes that are not UTF-8 as \\xNN.
std::string printable(std::string_view text);
/// The same on one line: line ends and tabs are blanks. For a cell of a table, or an axis of a figure.
std::string printable_line(std::string_view text);

}  // namespace sketchbench
