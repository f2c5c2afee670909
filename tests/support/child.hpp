#pragma once
#include <sys/prctl.h>
#include <unistd.h>

#include <csignal>

namespace sketchbench::testing_support {

/// A process of the test's own that goes with it, also when the test is killed; 0 in the child.
inline pid_t fork_with_the_test() {
  const pid_t process = ::fork();
  if (process == 0) ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  return process;
}

}  // namespace sketchbench::testing_support
