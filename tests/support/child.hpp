#pragma once
#include <sys/prctl.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <exception>

namespace sketchbench::testing_support {

/// A process of the test's own that goes with it, also when the test is killed; 0 in the child.
inline pid_t fork_with_the_test() {
  const pid_t process = ::fork();
  if (process == 0) ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  return process;
}

/// A process that calls `body` and ends with the number that it returns. It ends where that throws, too: it
/// would go on with the tests as a second process that runs them.
template <class Body>
pid_t fork_to_run(const Body& body) {
  const pid_t process = ::fork();
  if (process != 0) return process;
  try {
    ::_exit(body());
  } catch (const std::exception& failure) {
    std::fprintf(stderr, "in a process of the test's own: %s\n", failure.what());
  }
  ::_exit(1);
}

}  // namespace sketchbench::testing_support
