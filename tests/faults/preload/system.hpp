#pragma once
#include <dlfcn.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>

#include "faults/preload/strike.hpp"
#include "faults/preload/subject.hpp"

namespace sketchbench::faults {

/// The next library's function of that name: what the call would have reached without this one.
template <class Function>
Function* next_function(const char* name) {
  return reinterpret_cast<Function*>(::dlsym(RTLD_NEXT, name));
}

inline int failed_call(int error) {
  errno = error;
  return -1;
}

/// A call that succeeds or fails as a whole: judged, made by `perform` (which returns -1 with errno when it
/// fails) and noted. `entry` says what is known of it before; `learn(entry)` adds what is known after.
template <class Perform, class Learn>
auto guarded(JournalEntry entry, Perform&& perform, Learn&& learn) -> decltype(perform()) {
  using Result = decltype(perform());
  const Verdict verdict = judge(entry.kind, entry.path);
  if (verdict == Verdict::leave_alone) return perform();
  const Result result =
      verdict == Verdict::fail ? static_cast<Result>(failed_call(fault_plan()->error)) : perform();
  entry.result = result;
  if (result >= 0) learn(entry);
  note(entry);
  return result;
}

template <class Perform>
auto guarded(const JournalEntry& entry, Perform&& perform) -> decltype(perform()) {
  return guarded(entry, perform, [](JournalEntry&) {});
}

}  // namespace sketchbench::faults
