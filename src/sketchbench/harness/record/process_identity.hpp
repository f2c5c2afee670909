#pragma once
#include <sys/types.h>

#include <cstdint>
#include <string>

#include <sketchbench/core/json_fwd.hpp>

namespace sketchbench {

/// What tells a process from all others, those that had its number before among them.
struct ProcessIdentity {
  std::string host;          ///< the machine's name, for people
  std::string machine;       ///< host_identity()
  std::string numbering;     ///< of process numbers: a container has its own ("pid:[4026531836]")
  std::int64_t process = 0;  ///< its number
  std::int64_t started = 0;  ///< clock ticks after the machine's start; 0: the system does not say

  bool operator==(const ProcessIdentity&) const = default;
};

/// Of a process that can be seen from here.
ProcessIdentity identity_of(pid_t process);

Json to_json(const ProcessIdentity& identity);
/// InputError or Json::exception for what is not one.
ProcessIdentity parse_identity(StrictObject& object);

/// Whether processes of that machine and numbering can be seen from here.
bool can_be_seen(const ProcessIdentity& identity);

/// False for a process that can be seen from here and does not run any more; true when it does or nobody can
/// say.
bool may_be_alive(const ProcessIdentity& identity);

/// "process 4711 on host-a".
std::string display(const ProcessIdentity& identity);

}  // namespace sketchbench
