#pragma once
#include <sketchbench/data/read/byte_stream.hpp>
#include <sketchbench/data/read/decoder.hpp>

namespace sketchbench {

/// When the reader of damaged data hears of it.
enum class DamageIsTold {
  at_once,              ///< before the rows of the last 256 KiB before it, which it may have spoilt
  after_what_is_before  ///< for readers that can tell themselves what is spoilt
};

/// Reads a compressed file, member after member. InputError, with the number of bytes, for what follows the
/// last member and is none; for data that are truncated or corrupt; Error for what the system reports.
std::unique_ptr<ByteStream> open_compressed(const std::filesystem::path& file,
                                            std::unique_ptr<Decoder> decoder,
                                            DamageIsTold damage = DamageIsTold::at_once);

}  // namespace sketchbench
