#pragma once
#include <cstdint>

#include "faults/preload/fault_plan.hpp"

namespace sketchbench::faults {

/// What else there is to know of a call, bits.
enum CallFlag : std::uint32_t {
  made_file = 1,       ///< the file was not there before
  emptied_file = 2,    ///< O_TRUNC, or fopen for writing
  is_folder = 4,       ///< its descriptor is a folder's
  shared_writable = 8  ///< a mapping through which the file can be written
};

/// One entry of a journal: this line of numbers, then path, second path (of a rename) and what was written,
/// with nothing between.
inline constexpr const char* journal_line = "%u %d %lld %d %llu %lld %u %llu %u %u\n";

/// A call with its outcome, as the journal has it.
struct JournalEntry {
  CallKind kind{};
  std::int32_t process = 0;
  std::int64_t result = 0;  ///< -1 with `error` when the call failed
  std::int32_t error = 0;
  std::uint64_t inode = 0;  ///< of the file or folder
  std::int64_t offset = 0;  ///< where a write begins; the new size for a truncation
  std::uint32_t flags = 0;
  std::uint64_t written = 0;  ///< bytes that follow the paths
  const char* path = "";
  const char* second_path = "";
  const void* data = nullptr;
};

/// Appends the entry with a single write, so that processes do not mix theirs.
void append_to_journal(const char* journal, const JournalEntry& entry);

}  // namespace sketchbench::faults
