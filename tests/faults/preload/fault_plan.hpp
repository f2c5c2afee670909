#pragma once
#include <atomic>
#include <cstdint>

namespace sketchbench::faults {

/// What a call does, whatever function of the C library it came through.
enum class CallKind : std::uint32_t {
  create,       ///< a file opened so that it is made when it is missing, or written
  open,         ///< a file or a folder opened for reading
  write,        ///< into a file
  synchronise,  ///< fsync of a file or a folder
  rename,
  make_folder,
  truncate,
  change_mode,
  lock,
  remove,  ///< of a file or an empty folder
  close,
  read,
  map,      ///< mmap of a file
  message,  ///< a write into a pipe: a worker's word to its parent
  link,     ///< a second name for a file
  touch,    ///< setting a file's times
  allocate  ///< memory, FaultPlan::least_bytes of it or more, by the program itself and not by gnuplot
};
inline constexpr std::uint32_t call_kinds = 17;

constexpr std::uint32_t bit(CallKind kind) { return 1u << static_cast<std::uint32_t>(kind); }

/// What happens at the call that was chosen.
enum class Action : std::uint32_t {
  fail,         ///< it is not made and returns with FaultPlan::error
  cut_short,    ///< half of what was to be written or read is; at least a byte
  bad_sector,   ///< map: what was mapped cannot be read (SIGBUS), as when the disk gives an error
  kill_self,    ///< SIGKILL to the process that calls, instead of the call
  kill_parent,  ///< to the process that started it, then it goes on; to itself when that is the test
  kill_both     ///< to the two
};

/// What a test asks of the preloaded library, and what it has counted: the contents of one file that every
/// process of a run maps. Its path is in the environment variable SKETCHBENCH_FAULT_PLAN.
struct FaultPlan {
  char folder[512];     ///< only calls on paths at or below it count (and messages)
  char journal[512];    ///< every counted kind's calls are written there (journal.hpp); empty for none
  std::int32_t test;    ///< the test's process, which is not killed
  std::uint32_t kinds;  ///< of calls that count, bits
  Action action;
  std::int32_t error;         ///< an errno
  std::uint64_t first;        ///< the first call that is hit, from 1; 0 for none
  std::uint64_t hits;         ///< that many in a row are
  std::uint64_t least_bytes;  ///< of an allocation that counts
  std::uint32_t delay_us;     ///< kill_self: so long after the call, which is made; in the middle of anything
  std::atomic<std::uint64_t> calls;  ///< counted so far
  std::atomic<std::uint64_t> struck;
  CallKind struck_kind;  ///< of the first call that was hit
  char struck_path[512];
  char last_struck_path[512];  ///< of the last: what was hit first may have been overcome
};
static_assert(std::atomic<std::uint64_t>::is_always_lock_free, "shared by processes");

inline constexpr const char* plan_variable = "SKETCHBENCH_FAULT_PLAN";

}  // namespace sketchbench::faults
