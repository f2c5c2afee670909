#include <sketchbench/core/system/host_identity.hpp>

#include <fmt/format.h>
#include <sys/random.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <fstream>
#include <vector>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/sha256.hpp>

namespace sketchbench {

std::string host_name() {
  std::array<char, 256> name{};
  return ::gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "";
}

const std::string& host_identity() {
  static const std::string identity = [] {
    std::string boot;
    std::getline(std::ifstream("/proc/sys/kernel/random/boot_id"), boot);
    return sha256_hex(host_name() + "/" + boot).substr(0, 8);
  }();
  return identity;
}

std::string random_hex(std::size_t bytes) {
  std::vector<unsigned char> random(bytes);
  for (std::size_t have = 0; have < bytes;) {
    const ssize_t got = ::getrandom(random.data() + have, bytes - have, 0);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail_system("read", "the system's random numbers", errno);
    have += static_cast<std::size_t>(got);
  }
  std::string text;
  for (const unsigned char byte : random) text += fmt::format("{:02x}", byte);
  return text;
}

bool is_hex(std::string_view text) {
  return text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

}  // namespace sketchbench
