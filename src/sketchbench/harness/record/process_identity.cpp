#include <sketchbench/harness/record/process_identity.hpp>

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>

#include <sketchbench/core/json.hpp>
#include <sketchbench/core/system/host_identity.hpp>

namespace sketchbench {
namespace {

struct ProcessState {
  char state = '?';          ///< 'R', 'S', 'Z' ...
  std::int64_t started = 0;  ///< clock ticks after the machine's start
};

/// Of /proc/PID/stat: "4711 (name) S 1 ..."; the name may hold spaces, parentheses and new lines.
std::optional<ProcessState> state_of_process(std::int64_t process) {
  std::ifstream in(fmt::format("/proc/{}/stat", process));
  std::string line;
  if (!std::getline(in, line, '\0')) return std::nullopt;
  const auto name_end = line.rfind(") ");
  if (name_end == std::string::npos) return std::nullopt;
  constexpr int state_field = 3, start_field = 22;
  std::istringstream fields(line.substr(name_end + 2));
  ProcessState found;
  std::string word;
  for (int field = state_field; field <= start_field && fields >> word; ++field) {
    if (field == state_field) found.state = word[0];
    if (field == start_field) std::from_chars(word.data(), word.data() + word.size(), found.started);
  }
  return found.started > 0 ? std::optional(found) : std::nullopt;
}

std::string own_numbering() {
  std::error_code error;
  return std::filesystem::read_symlink("/proc/self/ns/pid", error).string();
}

}  // namespace

ProcessIdentity identity_of(pid_t process) {
  const auto state = state_of_process(process);
  return {.host = host_name(),
          .machine = host_identity(),
          .numbering = own_numbering(),
          .process = process,
          .started = state ? state->started : 0};
}

Json to_json(const ProcessIdentity& identity) {
  return {{"host", identity.host},
          {"machine", identity.machine},
          {"numbering", identity.numbering},
          {"process", identity.process},
          {"process_started", identity.started}};
}

ProcessIdentity parse_identity(StrictObject& object) {
  return {.host = object.text("host"),
          .machine = object.text("machine"),
          .numbering = object.text("numbering"),
          .process = object.integer("process", 1, INT32_MAX),
          .started = object.integer("process_started", 0, INT64_MAX)};
}

bool can_be_seen(const ProcessIdentity& identity) {
  return identity.machine == host_identity() && identity.numbering == own_numbering();
}

bool may_be_alive(const ProcessIdentity& identity) {
  if (!can_be_seen(identity)) return true;
  // EPERM: it is there and somebody else's.
  if (::kill(static_cast<pid_t>(identity.process), 0) != 0 && errno == ESRCH) return false;
  const auto state = state_of_process(identity.process);
  if (!state) return true;                                        // hidden from us
  const bool ended = state->state == 'Z' || state->state == 'X';  // its parent has not asked for its end yet
  return !ended && (identity.started == 0 || state->started == identity.started);
}

std::string display(const ProcessIdentity& identity) {
  return fmt::format("process {} on {}", identity.process, identity.host);
}

}  // namespace sketchbench
