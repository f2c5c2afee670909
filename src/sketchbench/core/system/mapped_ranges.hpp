#pragma once
#include <cstddef>
#include <filesystem>

namespace sketchbench {

/// Which file is mapped where, for the message of a page that cannot be read: the signal that tells of it
/// brings an address. Only the first some dozen mappings that are there at once are remembered.
void remember_mapping(const void* begin, std::size_t bytes, const std::filesystem::path& file);
void forget_mapping(const void* begin);

/// The file's name as it may go to a terminal, at most some hundred bytes of its end; null when the address
/// is in no mapping. May be called in a signal's handler.
const char* file_mapped_at(const void* address);

}  // namespace sketchbench
