#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <sketchbench/core/error.hpp>

namespace sketchbench {

/// Bytes that can be used here without swapping: MemAvailable, or what a cgroup, a limit on the address space
/// (ulimit -v) or SKETCHBENCH_MEMORY leaves, if that is less. SKETCHBENCH_MEMORY is the number of bytes,
/// without those of mapped files, that a process may have, for shared machines; InputError for no number.
double available_memory();

/// What a plan may count on: a little less than that.
double usable_memory();

/// "needs about 3.00 GB of memory, 2.00 GB are free".
std::string memory_shortage(double needed, double free);

/// ", 2.00 GB are free now", for the message of memory that has run out; empty when even that cannot be found
/// out without more of it.
std::string free_memory_now();

/// What there is no memory for.
class MemoryShortage : public InputError {
 public:
  using InputError::InputError;
};

/// Throws MemoryShortage, "<what> needs about 3.00 GB of memory, 2.00 GB are free", unless `bytes` fit into
/// usable_memory(). For sizes that come from outside, before anything of that size is allocated.
void require_memory(double bytes, std::string_view what);

/// Items that a vector which must grow to hold `needed` should have room for: twice as many as now, so that
/// growing stays cheap, or an eighth more than needed when there is no memory for that. Throws
/// MemoryShortage.
std::size_t room_for(std::size_t needed, std::size_t now, std::size_t item_bytes, std::string_view what);

/// Makes room for `more` further items, after which as many push_back() allocate nothing. For what grows with
/// a file, whose end is not known. Throws MemoryShortage.
template <class T>
void make_room(std::vector<T>& items, std::size_t more, std::string_view what) {
  if (items.capacity() - items.size() >= more) return;
  items.reserve(room_for(items.size() + more, items.capacity(), sizeof(T), what));
}

}  // namespace sketchbench
