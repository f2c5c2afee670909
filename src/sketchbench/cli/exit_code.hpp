#pragma once
#include <exception>
#include <string>

namespace sketchbench {

// How a command ends: its exit code, and what its user reads.

/// What the program's exit codes mean (DESIGN: command line).
enum class ExitCode { done = 0, failed = 1, wrong_input = 2, stopped = 130 };

constexpr int to_int(ExitCode code) { return static_cast<int>(code); }

/// Thrown by a subcommand that has said all there is to say and ends with a code other than 0.
struct ExitWith {
  ExitCode code;
};

/// What a user reads of an exception that ended a command, and the exit code.
struct Ending {
  ExitCode code;
  std::string message;
};
Ending ending_of(const std::exception_ptr& exception);

}  // namespace sketchbench
