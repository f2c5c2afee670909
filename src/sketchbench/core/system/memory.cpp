#include <sketchbench/core/system/memory.hpp>

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <fstream>
#include <iterator>
#include <limits>
#include <new>
#include <string>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/system/proc_file.hpp>
#include <sketchbench/core/text.hpp>

namespace sketchbench {
namespace {

constexpr double unlimited = std::numeric_limits<double>::infinity();

double left_by_control_groups() {
  std::ifstream in("/proc/self/cgroup");
  const std::string groups{std::istreambuf_iterator<char>(in), {}};
  return memory_left_by_control_groups("/sys/fs/cgroup", groups);
}

double left_of_address_space() {
  rlimit limit{};
  if (::getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return unlimited;
  double pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  return std::max(0.0,
                  static_cast<double>(limit.rlim_cur) - pages * static_cast<double>(::sysconf(_SC_PAGESIZE)));
}

/// Of what the user allows.
double left_by_user() {
  const char* text = std::getenv("SKETCHBENCH_MEMORY");
  if (text == nullptr || *text == '\0') return unlimited;
  double limit = 0;
  const char* end = text + std::strlen(text);
  const auto [rest, status] = std::from_chars(text, end, limit);
  if (rest != end || status != std::errc() || !(limit > 0))
    throw InputError(fmt::format("SKETCHBENCH_MEMORY is \"{}\", expected a number of bytes, 8e9 say", text));
  // What is of files, such as prepared rows, the system takes back when it is short.
  double pages = 0, resident = 0, of_files = 0;
  std::ifstream("/proc/self/statm") >> pages >> resident >> of_files;
  return std::max(0.0, limit - (resident - of_files) * static_cast<double>(::sysconf(_SC_PAGESIZE)));
}

}  // namespace

double available_memory() {
  const double free = proc_bytes("/proc/meminfo", "MemAvailable:").value_or(unlimited);
  const double least = std::min({free, left_by_control_groups(), left_of_address_space(), left_by_user()});
  // Nothing is known: then nothing is refused.
  return least == unlimited ? std::numeric_limits<double>::max() : least;
}

double usable_memory() { return 0.9 * available_memory(); }

std::string memory_shortage(double needed, double free) {
  return fmt::format("needs about {} of memory, {} are free", readable_bytes(needed), readable_bytes(free));
}

std::string free_memory_now() {
  try {
    return fmt::format(", {} are free now", readable_bytes(available_memory()));
  } catch (const std::bad_alloc&) {
    return "";
  } catch (const InputError&) {  // SKETCHBENCH_MEMORY is no number, which is not what has gone wrong here
    return "";
  }
}

void require_memory(double bytes, std::string_view what) {
  const double free = usable_memory();
  if (bytes > free) throw MemoryShortage(fmt::format("{} {}", what, memory_shortage(bytes, free)));
}

std::size_t room_for(std::size_t needed, std::size_t now, std::size_t item_bytes, std::string_view what) {
  constexpr double too_little_to_ask = 1 << 20;
  const std::size_t doubled = std::max(needed, 2 * now);
  const auto bytes = [&](std::size_t items) {
    return static_cast<double>(items) * static_cast<double>(item_bytes);
  };
  if (bytes(doubled) <= too_little_to_ask || bytes(doubled) <= usable_memory()) return doubled;
  const std::size_t more = needed + needed / 8;
  require_memory(bytes(more), what);
  return more;
}

}  // namespace sketchbench
