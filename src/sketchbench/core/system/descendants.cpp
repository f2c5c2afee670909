#include <sketchbench/core/system/descendants.hpp>

#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <vector>

#include <sketchbench/core/system/proc_file.hpp>

namespace sketchbench {
namespace {

/// Each time those are found whose parents were killed the time before: so deep a chain, each of whose
/// processes starts another as fast as it can, is no accident.
constexpr int most_rounds = 100;

void add_descendants(pid_t of, std::vector<pid_t>& found) {
  std::error_code error;
  const std::filesystem::path threads = fmt::format("/proc/{}/task", of);
  for (auto thread = std::filesystem::directory_iterator(threads, error);
       !error && thread != std::filesystem::directory_iterator(); thread.increment(error)) {
    std::ifstream children(thread->path() / "children");
    for (pid_t child; children >> child;) {
      if (const auto state = state_of_process(child); state && !state->ended) found.push_back(child);
      add_descendants(child, found);
    }
  }
}

}  // namespace

void adopt_orphans() { ::prctl(PR_SET_CHILD_SUBREAPER, 1); }

void kill_descendants(pid_t process) {
  const bool own = process == ::getpid();
  for (int round = 0; round < most_rounds; ++round) {
    std::vector<pid_t> found;
    add_descendants(process, found);
    if (found.empty()) return;
    for (const pid_t descendant : found) ::kill(descendant, SIGKILL);
    if (own)
      for (const pid_t descendant : found)
        ::waitpid(descendant, nullptr, 0);  // ECHILD: not its own child yet
    else
      ::usleep(1000);
  }
}

}  // namespace sketchbench
