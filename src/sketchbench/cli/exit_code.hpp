#pragma once

namespace sketchbench {

/// What the program's exit codes mean (DESIGN: command line).
enum class ExitCode { done = 0, failed = 1, wrong_input = 2, stopped = 130 };

constexpr int to_int(ExitCode code) { return static_cast<int>(code); }

/// Thrown by a subcommand that has said all there is to say and ends with a code other than 0.
struct ExitWith {
  ExitCode code;
};

}  // namespace sketchbench
