#pragma once
#include <string>

namespace sketchbench {

/// Whether a file may be fetched from there: https from anywhere, http from this machine alone (127.0.0.1,
/// [::1], localhost). The SHA-256 decides what is accepted; HTTPS keeps others from reading or altering the
/// transfer.
bool is_allowed_address(const std::string& url);
/// "archive.ics.uci.edu", with its port where one is given ("localhost:8080"); empty when the address is
/// none.
std::string host_of(const std::string& url);
/// For messages.
inline constexpr const char* expected_address =
    "an address that begins with https:// (http:// for 127.0.0.1, [::1] and localhost only)";

}  // namespace sketchbench
