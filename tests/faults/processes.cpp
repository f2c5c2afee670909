#include "faults/processes.hpp"

#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <thread>

namespace sketchbench::faults {
namespace {

constexpr auto patience = std::chrono::seconds(20);

/// True when there are none left.
bool reap() {
  pid_t ended = 0;
  do {
    ended = ::waitpid(-1, nullptr, WNOHANG);
  } while (ended > 0 || (ended < 0 && errno == EINTR));
  return ended < 0;
}

std::string command_line(pid_t process) {
  std::ifstream file(fmt::format("/proc/{}/cmdline", process));
  std::string words;
  for (std::string word; std::getline(file, word, '\0');) words += word + ' ';
  return words;
}

}  // namespace

void adopt_orphans() {
  if (::prctl(PR_SET_CHILD_SUBREAPER, 1) != 0) throw std::runtime_error("orphans cannot be adopted");
}

std::vector<std::string> orphans_that_stay() {
  const auto deadline = std::chrono::steady_clock::now() + patience;
  while (!reap()) {
    if (std::chrono::steady_clock::now() > deadline) break;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  std::vector<std::string> left;
  for (const pid_t process : children_of(::getpid())) {
    left.push_back(command_line(process));
    ::kill(process, SIGKILL);
  }
  return left;
}

std::vector<pid_t> children_of(pid_t process) {
  std::ifstream file(fmt::format("/proc/{0}/task/{0}/children", process));
  return {std::istream_iterator<pid_t>(file), {}};
}

}  // namespace sketchbench::faults
