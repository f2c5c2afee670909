#pragma once
#include <string>
#include <string_view>
#include <vector>

#include <sketchbench/data/read/byte_stream.hpp>

namespace sketchbench {

/// Reads one file out of a .zip, through libarchive; nothing is ever unpacked to a path of the archive's. An
/// empty `member` stands for the only file there is; a name that two files have is an InputError.
/// Compressions other than none, deflation and bzip2 are refused: some take as much memory as the file says.
std::unique_ptr<ByteStream> open_zip_member(const std::filesystem::path& file, const std::string& member);

/// Reads the files whose names match `pattern`, in which * stands for any text, in one pass; likewise. See
/// for_each_member().
void for_each_zip_member(const std::filesystem::path& file, const std::string& pattern,
                         const std::function<void(const std::string& name, ByteStream& stream)>& read);

/// The names of all files, in the order of the archive.
std::vector<std::string> names_in_zip(const std::filesystem::path& file);

/// Whether `text` is `pattern` with some text in place of each *.
bool matches(std::string_view pattern, std::string_view text);

}  // namespace sketchbench
