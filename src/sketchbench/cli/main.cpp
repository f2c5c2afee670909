#include <exception>

#include <sketchbench/cli/commands.hpp>
#include <sketchbench/cli/exit_code.hpp>
#include <sketchbench/cli/options/instruction_choice.hpp>
#include <sketchbench/cli/standard_streams.hpp>
#include <sketchbench/core/system/fatal_error_report.hpp>

namespace sketchbench {
namespace {

/// What the action returns, or the code of what it throws, once that has been said.
template <class Action>
ExitCode said(Action&& action) {
  try {
    return action();
  } catch (...) {
    const Ending ending = ending_of(std::current_exception());
    complain(ending.message);
    return ending.code;
  }
}

}  // namespace
}  // namespace sketchbench

int main(int argc, char** argv) {
  using namespace sketchbench;
  prepare_standard_streams();
  install_fatal_error_report(complain_at_the_end);
  const ExitCode code = said([&] {
    apply_isa_override(argv);
    return run_command_line(argc, argv);
  });
  const ExitCode printed = said([] {
    finish_standard_output();
    return ExitCode::done;
  });
  return to_int(code == ExitCode::done ? printed : code);
}
