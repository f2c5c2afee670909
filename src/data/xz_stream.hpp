#pragma once
#include <cstdint>

#include "data/byte_stream.hpp"

namespace sketchbench {

/// Reads xz through liblzma, which can be told how much memory the data may ask for; libarchive's xz filter takes any
/// size on the file's word. xz -9 needs 65 MiB.
inline constexpr std::uint64_t most_xz_memory = std::uint64_t{256} << 20;

std::unique_ptr<ByteStream> open_xz(const std::filesystem::path& file);

}  // namespace sketchbench
