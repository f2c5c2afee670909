#include <sketchbench/report/plot/installed_program.hpp>

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>

namespace sketchbench {

namespace fs = std::filesystem;

std::optional<fs::path> find_program(std::string_view name) {
  const char* path = std::getenv("PATH");
  std::string_view folders = path == nullptr ? "" : path;
  while (!folders.empty()) {
    const auto end = std::min(folders.find(':'), folders.size());
    const fs::path candidate = fs::path(folders.substr(0, end)) / name;
    folders.remove_prefix(std::min(end + 1, folders.size()));
    std::error_code error;  // of a folder that may not be looked into
    if (fs::is_regular_file(candidate, error) && ::access(candidate.c_str(), X_OK) == 0) return candidate;
  }
  return std::nullopt;
}

std::string listen_to(ChildProcess& process) {
  std::string said;
  pollfd descriptor{process.output(), POLLIN, 0};
  while (process.read_output(said)) ::poll(&descriptor, 1, -1);
  return said;
}

}  // namespace sketchbench
