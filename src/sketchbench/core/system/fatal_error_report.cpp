#include <sketchbench/core/system/fatal_error_report.hpp>

#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <iterator>

#include <sketchbench/core/system/mapped_ranges.hpp>

namespace sketchbench {
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
        {"out of memory: a library was refused what it needs; work on less at once (fewer --jobs or "
         "--threads, a smaller \"D\" or \"max_train\"), or close other programs"});
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
