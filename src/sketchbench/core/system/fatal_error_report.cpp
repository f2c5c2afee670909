#include <sketchbench/core/system/fatal_error_report.hpp>

#include <unistd.h>
#include <algorithm>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iterator>
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

namespace {

constexpr int signals[] = {SIGBUS, SIGSEGV, SIGABRT};

// NOLINTBEGIN: a signal's handler has no other way to them
FatalErrorSink said_to = nullptr;
struct sigaction before[std::size(signals)];
// NOLINTEND

template <int count>
[[noreturn]] void say_and_end(const char* const (&pieces)[count]) {
  said_to(pieces, count);
  ::_exit(1);
}

/// A null pointer that was taken for an array: somewhere in its first gigabyte.
bool is_near_null(const void* address) {
  return reinterpret_cast<std::uintptr_t>(address) < std::uintptr_t{1} << 30;
}

/// After a malloc() that was refused, errno stays what it is until something else fails: by then it is too
/// late for the libraries in question.
void handle(int number, siginfo_t* info, void*) {
  const int error = errno;
  if (number == SIGBUS) {
    if (const char* file = file_mapped_at(info->si_addr))
      say_and_end(
          {file,
           ": a part of it cannot be read: the disk has a bad sector there, or the file was cut short "
           "while it was in use"});
  } else if (error == ENOMEM && (number == SIGABRT || is_near_null(info->si_addr))) {
    say_and_end(
        {"out of memory: a library was refused what it needs; work on less at once (fewer rows, features, "
         "threads or jobs), or close other programs"});
  }
  // As without this handler: what went wrong is repeated when it returns, and what was sent is sent again.
  for (std::size_t i = 0; i < std::size(signals); ++i)
    if (signals[i] == number) ::sigaction(number, &before[i], nullptr);
  if (info->si_code <= 0) ::raise(number);
  errno = error;
}

}  // namespace

void install_fatal_error_report(FatalErrorSink sink) {
  const bool first = said_to == nullptr;
  said_to = sink;
  if (!first) return;
  struct sigaction action {};
  action.sa_sigaction = handle;
  action.sa_flags = SA_SIGINFO;
  for (std::size_t i = 0; i < std::size(signals); ++i) ::sigaction(signals[i], &action, &before[i]);
}

}  // namespace sketchbench
