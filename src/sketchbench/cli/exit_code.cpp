#include <sketchbench/cli/exit_code.hpp>

#include <fmt/format.h>

#include <sketchbench/core/failure.hpp>
#include <sketchbench/core/system/memory.hpp>
#include <sketchbench/harness/worker/interrupt.hpp>

namespace sketchbench {
namespace {

std::string out_of_memory() {
  return fmt::format("out of memory{}. Work on less at once, or close other programs", free_memory_now());
}

}  // namespace

Ending ending_of(const std::exception_ptr& exception) {
  try {
    std::rethrow_exception(exception);
  } catch (const Interrupted& interruption) {
    return {ExitCode::stopped, interruption.what()};
  } catch (...) {
    Failure failure = explain(exception, out_of_memory);
    return {failure.wrong_input ? ExitCode::wrong_input : ExitCode::failed, std::move(failure.message)};
  }
}

}  // namespace sketchbench
