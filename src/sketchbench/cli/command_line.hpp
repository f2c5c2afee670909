#pragma once
#include <sketchbench/cli/exit_code.hpp>

namespace sketchbench {

/// Does what the command line asks for: one of the subcommands, help or the version. Throws what a subcommand
/// does (failure.hpp).
ExitCode run_command_line(int argc, char** argv);

}  // namespace sketchbench
