#pragma once
#include "support/sanitized.hpp"

namespace sketchbench::testing_support {

/// Whether this program counts the threads that it starts: thread_starts.cpp is linked, and no sanitizer,
/// which takes that call for itself, is.
inline constexpr bool counts_threads = !is_sanitized;

/// Threads that were started since its construction, by whomever. How many of them found something to do is
/// up to the machine; that they were started is not.
class ThreadStarts {
 public:
  ThreadStarts();
  int count() const;

 private:
  int before_;
};

}  // namespace sketchbench::testing_support
