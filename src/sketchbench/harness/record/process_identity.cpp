#include <sketchbench/harness/record/process_identity.hpp>

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <filesystem>

#include <sketchbench/core/json.hpp>
#include <sketchbench/core/system/host_identity.hpp>
#include <sketchbench/core/system/proc_file.hpp>

namespace sketchbench {
namespace {

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
  if (!state) return true;  // hidden from us
  return !state->ended && (identity.started == 0 || state->started == identity.started);
}

std::string display(const ProcessIdentity& identity) {
  return fmt::format("process {} on {}", identity.process, identity.host);
}

}  // namespace sketchbench
