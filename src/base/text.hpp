#pragma once
#include <cstdint>
#include <string>

namespace sketchbench {

/// "0.42 s", "12.3 s", "4 min 05 s", "2 h 13 min".
std::string readable_seconds(double seconds);
/// "612 B", "12.4 MB", "3.20 GB" (powers of 1000).
std::string readable_bytes(double bytes);
/// "32,561".
std::string with_commas(std::int64_t value);

}  // namespace sketchbench
