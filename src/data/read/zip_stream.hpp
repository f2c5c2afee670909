#pragma once
#include "data/read/byte_stream.hpp"

namespace sketchbench {

/// Reads one file out of a .zip, through libarchive; nothing is ever unpacked to a path of the archive's. An
/// empty `member` stands for the only file there is; a name that two files have is an InputError.
/// Compressions other than none, deflation and bzip2 are refused: some take as much memory as the file says.
std::unique_ptr<ByteStream> open_zip_member(const std::filesystem::path& file, const std::string& member);

}  // namespace sketchbench
