#pragma once
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace sketchbench {

// Files that people have and that are not read, recognised by their contents: the message says what the file
// is and how to make of it what is read.

/// Bytes from the beginning of a file that tell every format known here: a tar archive is named at byte 257.
inline constexpr std::size_t enough_to_tell_text = 512;

/// Throws InputError where a text is expected and its first bytes (enough_to_tell_text or more, where there
/// are so many) are those of a known binary format, of UTF-16 or of a web page.
void require_text(std::string_view beginning, const std::filesystem::path& file);

/// Throws InputError where rows are expected and the text begins as JSON does, or its first line is one of
/// Vowpal Wabbit's.
void require_values_in_lines(std::string_view beginning, const std::filesystem::path& file);

/// Throws InputError for a .zip whose files tell that it is an archive of NumPy arrays or a spreadsheet.
void require_zip_of_texts(const std::vector<std::string>& names, const std::filesystem::path& file);

/// Without the byte-order mark of UTF-8.
std::string_view without_byte_order_mark(std::string_view text);

}  // namespace sketchbench
