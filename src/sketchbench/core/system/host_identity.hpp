#pragma once
#include <string>
#include <string_view>

namespace sketchbench {

/// As the system calls the machine; empty when it does not say.
std::string host_name();

/// 8 hexadecimal digits for this machine since it was started: host name and boot number hashed. Process
/// numbers are comparable, and locks are seen by all, among processes with the same one.
const std::string& host_identity();

/// `bytes` random bytes of the system as hexadecimal digits: for names that nobody can guess.
std::string random_hex(std::size_t bytes);
/// Whether the text is one of such digits, 0 to 9 and a to f, alone.
bool is_hex(std::string_view text);

}  // namespace sketchbench
