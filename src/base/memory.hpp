#pragma once
#include <string>
#include <string_view>

namespace sketchbench {

/// Bytes that can be used here without swapping: MemAvailable, or what a cgroup or a limit on the address space
/// (ulimit -v) leaves, if that is less.
double available_memory();

/// What a plan may count on: a little less than that.
double usable_memory();

/// "needs about 3.00 GB of memory, 2.00 GB are free".
std::string memory_shortage(double needed, double free);

/// Throws InputError, "<what> needs about 3.00 GB of memory, 2.00 GB are free", unless `bytes` fit into
/// usable_memory(). For sizes that come from outside, before anything of that size is allocated.
void require_memory(double bytes, std::string_view what);

}  // namespace sketchbench
