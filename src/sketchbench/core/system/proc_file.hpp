#pragma once
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace sketchbench {

// What the kernel tells of processes and their limits below /proc and /sys.

// Files of "key: value" lines, as the kernel writes them below /proc.

/// The value behind "key"; empty when the file has none.
std::string proc_value(const char* file, std::string_view key);
/// Bytes, where the value is "4711 kB"; none where it is no number.
std::optional<double> proc_bytes(const char* file, std::string_view key);

struct ProcessState {
  bool ended = false;        ///< its parent has not asked for its end yet
  std::int64_t started = 0;  ///< clock ticks after the machine's start
};
/// None of a process that there is not, or not any more, or that is hidden from this one.
std::optional<ProcessState> state_of_process(std::int64_t process);

/// Bytes that the memory limits of a process's control group, and of those above it, leave to it; infinity
/// where there is no limit. Files that are cached count as free: the system gives them up when memory is
/// asked for. `mounted`: the folder of all control groups, /sys/fs/cgroup; `groups`: the lines of
/// /proc/self/cgroup.
double memory_left_by_control_groups(const std::filesystem::path& mounted, std::string_view groups);

}  // namespace sketchbench
