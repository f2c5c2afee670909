#pragma once
#include <cstddef>
#include <filesystem>
#include <functional>
#include <span>
#include <string>

#include <sketchbench/harness/cell/record.hpp>

namespace sketchbench {

/// Writes a packed file again, or for the first time, with finished records more: each takes the place of the
/// one of its cell. `ids` ascend; record(i) is that of ids[i] and is asked for in this order. The file
/// appears whole or not at all (packed_writer.hpp). InputError where what is there is not as it should be.
void put_into_pack(const std::filesystem::path& target, std::span<const std::string> ids,
                   const std::function<Record(std::size_t i)>& record);

}  // namespace sketchbench
