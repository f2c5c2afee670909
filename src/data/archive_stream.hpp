#pragma once
#include "data/byte_stream.hpp"

namespace sketchbench {

enum class Compression { none, bzip2 };

/// Reads a file with the one compression named, through libarchive.
std::unique_ptr<ByteStream> open_raw(const std::filesystem::path& file, Compression compression);

/// Reads one file out of a .zip, through libarchive. An empty `member` stands for the only file there is.
std::unique_ptr<ByteStream> open_zip_member(const std::filesystem::path& file, const std::string& member);

}  // namespace sketchbench
