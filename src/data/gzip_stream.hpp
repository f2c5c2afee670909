#pragma once
#include "data/byte_stream.hpp"

namespace sketchbench {

/// Reads gzip through zlib, which verifies the checksum of every member; libarchive's gzip filter does not.
std::unique_ptr<ByteStream> open_gzip(const std::filesystem::path& file);

}  // namespace sketchbench
