#pragma once
#include <cstddef>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include <sketchbench/harness/cell/record.hpp>

namespace sketchbench {

// Packed files as a whole: one that grows by records, and what can be read of a damaged one.

/// Writes a packed file again, or for the first time, with finished records more: each takes the place of the
/// one of its cell. `ids` ascend; record(i) is that of ids[i] and is asked for in this order. The file
/// appears whole or not at all (packed_writer.hpp). InputError where what is there is not as it should be.
void put_into_pack(const std::filesystem::path& target, std::span<const std::string> ids,
                   const std::function<Record(std::size_t i)>& record);

/// What can be read of a packed file (packed_file.hpp) that is not as it should be.
struct PackedSalvage {
  std::vector<Record> records;  ///< sorted by id, each once
  std::string problem;          ///< the first, with file and line; empty when there is none
  std::size_t problems = 0;
  long stopped_at = 0;  ///< the line behind which nothing was read, for there were too many problems; 0: none
};

/// InputError when the file cannot be opened, Error when the system fails to read it.
PackedSalvage salvage(const std::filesystem::path& file);

}  // namespace sketchbench
