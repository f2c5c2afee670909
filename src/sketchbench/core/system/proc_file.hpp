#pragma once
#include <optional>
#include <string>
#include <string_view>

namespace sketchbench {

// Files of "key: value" lines, as the kernel writes them below /proc.

/// The value behind "key"; empty when the file has none.
std::string proc_value(const char* file, std::string_view key);
/// Bytes, where the value is "4711 kB"; none where it is no number.
std::optional<double> proc_bytes(const char* file, std::string_view key);

}  // namespace sketchbench
