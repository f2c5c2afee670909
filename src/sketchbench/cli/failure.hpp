#pragma once
#include <exception>
#include <string>

#include <sketchbench/cli/exit_code.hpp>

namespace sketchbench {

/// What a user reads of an exception that ended a command, and the exit code.
struct Ending {
  ExitCode code;
  std::string message;
};
Ending ending_of(const std::exception_ptr& exception);

}  // namespace sketchbench
