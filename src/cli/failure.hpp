#pragma once
#include <exception>
#include <string>

#include "cli/exit_code.hpp"

namespace sketchbench {

/// What a user reads of an exception that ended a command, and the exit code.
struct Failure {
  ExitCode code;
  std::string message;
};

/// In the program's own words, also for what comes from libraries: memory that ran out is told with what is
/// free and what to do, a file that the system refuses with its name.
Failure explain(const std::exception_ptr& exception);

}  // namespace sketchbench
