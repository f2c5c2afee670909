#pragma once
#include <csignal>

#include <sketchbench/core/error.hpp>

namespace sketchbench {

/// A signal has ended the work; what is finished is kept.
class Interrupted : public Error {
 public:
  using Error::Error;
};

/// While it lives, SIGINT and SIGTERM set a flag instead of ending the process; one that is ignored stays
/// ignored.
class InterruptGuard {
 public:
  InterruptGuard();
  ~InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;

  static bool interrupted();

 private:
  struct sigaction old_interrupt_ {};
  struct sigaction old_terminate_ {};
};

}  // namespace sketchbench
