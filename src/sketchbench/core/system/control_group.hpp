#pragma once
#include <filesystem>
#include <string_view>

namespace sketchbench {

/// Bytes that the memory limits of a process's control group, and of those above it, leave to it; infinity
/// where there is no limit. Files that are cached count as free: the system gives them up when memory is
/// asked for. `mounted`: the folder of all control groups, /sys/fs/cgroup; `groups`: the lines of
/// /proc/self/cgroup.
double memory_left_by_control_groups(const std::filesystem::path& mounted, std::string_view groups);

}  // namespace sketchbench
