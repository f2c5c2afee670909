#pragma once
#include <filesystem>
#include <string>
#include <string_view>

namespace sketchbench {

/// Throws InputError where the result would take the place of what it is made from; an empty `file` is none.
void require_other_file(const std::string& output, const std::filesystem::path& file, std::string_view what);

/// Throws InputError, before long work, where a file cannot be written: its folder is missing or not to be
/// written to, or it is a folder itself.
void require_writable(const std::filesystem::path& output);

}  // namespace sketchbench
