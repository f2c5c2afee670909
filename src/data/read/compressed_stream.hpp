#pragma once
#include "data/read/byte_stream.hpp"
#include "data/read/decoder.hpp"

namespace sketchbench {

/// Reads a compressed file, member after member. InputError, with the number of bytes, for what follows the
/// last member and is none; for data that are truncated or corrupt; Error for what the system reports.
std::unique_ptr<ByteStream> open_compressed(const std::filesystem::path& file,
                                            std::unique_ptr<Decoder> decoder);

}  // namespace sketchbench
