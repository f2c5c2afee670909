#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include <sketchbench/harness/cell/record.hpp>

namespace sketchbench {

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
