#include <sketchbench/core/system/mapped_ranges.hpp>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstring>
#include <string>

#include <sketchbench/core/text.hpp>

namespace sketchbench {
namespace {

constexpr std::size_t most_ranges = 64;

/// A range is there while `begin` is not 0; a slot is being filled while it is `taken`.
struct Range {
  std::atomic<std::uintptr_t> begin{0};
  std::size_t bytes = 0;
  char file[512] = "";
};
constexpr std::uintptr_t taken = 1;

Range ranges[most_ranges];  // NOLINT: a signal's handler has no other way to it

}  // namespace

void remember_mapping(const void* begin, std::size_t bytes, const std::filesystem::path& file) {
  const std::string name = printable_line(file.string());
  for (Range& range : ranges) {
    std::uintptr_t nothing = 0;
    if (!range.begin.compare_exchange_strong(nothing, taken)) continue;
    range.bytes = bytes;
    const std::size_t length = std::min(name.size(), sizeof range.file - 1);
    std::memcpy(range.file, name.data() + name.size() - length, length);
    range.file[length] = '\0';
    range.begin = reinterpret_cast<std::uintptr_t>(begin);
    return;
  }
}

void forget_mapping(const void* begin) {
  for (Range& range : ranges)
    if (range.begin == reinterpret_cast<std::uintptr_t>(begin)) range.begin = 0;
}

const char* file_mapped_at(const void* address) {
  const auto at = reinterpret_cast<std::uintptr_t>(address);
  for (const Range& range : ranges) {
    const std::uintptr_t begin = range.begin;
    if (begin > taken && at >= begin && at - begin < range.bytes) return range.file;
  }
  return nullptr;
}

}  // namespace sketchbench
