#pragma once
#include <filesystem>
#include <string>

namespace sketchbench {

// A path, or another word of a command line, need not be UTF-8, as JSON text must.

/// All bytes but printable ASCII as %XX.
std::string escaped(const std::filesystem::path& path);
/// The inverse; throws InputError where % is not followed by two hexadecimal digits.
std::filesystem::path unescaped(const std::string& text);

}  // namespace sketchbench
