#include <sketchbench/core/system/proc_file.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <sstream>
#include <string>

namespace sketchbench {

std::string proc_value(const char* file, std::string_view key) {
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    if (!line.starts_with(key)) continue;
    const auto start = line.find_first_not_of(" \t:", key.size());
    return start == std::string::npos ? "" : line.substr(start);
  }
  return "";
}

std::optional<double> proc_bytes(const char* file, std::string_view key) {
  const std::string value = proc_value(file, key);
  char* end = nullptr;
  const double kilobytes = std::strtod(value.c_str(), &end);
  return end == value.c_str() ? std::nullopt : std::optional(1024 * kilobytes);
}

std::optional<ProcessState> state_of_process(std::int64_t process) {
  // "4711 (name) S 1 ...": the name may hold anything. getline() reads nothing, and does not throw, where the
  // process has gone since the file was opened.
  std::ifstream in(fmt::format("/proc/{}/stat", process));
  std::string text;
  if (!std::getline(in, text, '\0')) return std::nullopt;
  const auto name_end = text.rfind(") ");
  if (name_end == std::string::npos) return std::nullopt;
  constexpr int state_field = 3, start_field = 22;
  std::istringstream fields(text.substr(name_end + 2));
  ProcessState found;
  std::string word;
  for (int field = state_field; field <= start_field && fields >> word; ++field) {
    if (field == state_field) found.ended = word == "Z" || word == "X";
    if (field == start_field) std::from_chars(word.data(), word.data() + word.size(), found.started);
  }
  return found.started > 0 ? std::optional(found) : std::nullopt;
}

namespace {

namespace fs = std::filesystem;

constexpr double unlimited = std::numeric_limits<double>::infinity();

/// The two versions of control groups differ in the names of their files.
struct Files {
  const char *limit, *used, *statistics, *inactive_files, *active_files;
};
constexpr Files first_version = {"memory.limit_in_bytes", "memory.usage_in_bytes", "memory.stat",
                                 "total_inactive_file", "total_active_file"};
constexpr Files second_version = {"memory.max", "memory.current", "memory.stat", "inactive_file",
                                  "active_file"};

/// A file that holds one number; `otherwise` for "max" or where there is no such file.
double number_in(const fs::path& file, double otherwise) {
  std::ifstream in(file);
  double value = 0;
  return in >> value ? value : otherwise;
}

double cached_files(const fs::path& group, const Files& files) {
  std::ifstream in(group / files.statistics);
  double sum = 0, value = 0;
  for (std::string key; in >> key >> value;)
    if (key == files.inactive_files || key == files.active_files) sum += value;
  return sum;
}

double left_in(const fs::path& group, const Files& files) {
  const double limit = number_in(group / files.limit, unlimited);
  if (limit == unlimited) return unlimited;
  const double used = number_in(group / files.used, 0) - cached_files(group, files);
  return std::max(0.0, limit - std::max(0.0, used));
}

/// The least of what a group and those above it leave, up to the one that is mounted at `top`.
double left_up_to(const fs::path& top, const fs::path& group, const Files& files) {
  double left = left_in(top, files);
  fs::path at = top;
  for (const fs::path& name : group.relative_path()) left = std::min(left, left_in(at /= name, files));
  return left;
}

bool names_memory(std::string_view controllers) {
  while (!controllers.empty()) {
    const auto end = std::min(controllers.find(','), controllers.size());
    if (controllers.substr(0, end) == "memory") return true;
    controllers.remove_prefix(std::min(end + 1, controllers.size()));
  }
  return false;
}

}  // namespace

double memory_left_by_control_groups(const fs::path& mounted, std::string_view groups) {
  double left = unlimited;
  while (!groups.empty()) {  // "number:controllers:/path", "0::/path" for the second version
    const auto end = std::min(groups.find('\n'), groups.size());
    const std::string_view line = groups.substr(0, end);
    groups.remove_prefix(std::min(end + 1, groups.size()));
    const auto first = line.find(':'), second = line.find(':', first + 1);
    if (first == std::string_view::npos || second == std::string_view::npos) continue;
    const std::string_view controllers = line.substr(first + 1, second - first - 1);
    const fs::path group = line.substr(second + 1);
    if (controllers.empty())
      left = std::min(left, left_up_to(mounted, group, second_version));
    else if (names_memory(controllers))
      left = std::min(left, left_up_to(mounted / "memory", group, first_version));
  }
  return left;
}

}  // namespace sketchbench
