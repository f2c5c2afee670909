#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "faults/preload/journal.hpp"

namespace sketchbench::faults {

/// A call as the preloaded library has written it down (JournalEntry), with paths and data of its own.
struct Call {
  CallKind kind{};
  int process = 0;
  std::int64_t result = 0;
  int error = 0;
  std::uint64_t inode = 0;
  std::int64_t offset = 0;
  std::uint32_t flags = 0;
  std::filesystem::path path, second_path;
  std::string data;  ///< what was written

  bool succeeded() const { return result >= 0; }
  bool has(CallFlag flag) const { return (flags & flag) != 0; }
};

/// In the order in which they returned.
std::vector<Call> read_journal(const std::filesystem::path& journal);

}  // namespace sketchbench::faults
