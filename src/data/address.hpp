#pragma once
#include <string>

namespace sketchbench {

/// Whether a file may be fetched from there: https from anywhere, http from this machine alone (127.0.0.1,
/// [::1], localhost). The SHA-256 decides what is accepted; https keeps what is asked for, and how much of it
/// comes, between the publisher and the one who asks.
bool is_allowed_address(const std::string& url);
/// For messages.
inline constexpr const char* expected_address =
    "an address that begins with https:// (http:// for 127.0.0.1, [::1] and localhost only)";

}  // namespace sketchbench
