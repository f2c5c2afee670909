#include <sketchbench/core/sha256.hpp>

#include <nettle/sha2.h>

#include <array>
#include <cstdint>
#include <vector>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/system/descriptor.hpp>

namespace sketchbench {

struct Sha256::Context {
  sha256_ctx state;
  Context() { sha256_init(&state); }
};

Sha256::Sha256() : context_(std::make_unique<Context>()) {}
Sha256::~Sha256() = default;
Sha256::Sha256(Sha256&&) noexcept = default;
Sha256& Sha256::operator=(Sha256&&) noexcept = default;

void Sha256::update(const void* data, std::size_t bytes) {
  sha256_update(&context_->state, bytes, static_cast<const std::uint8_t*>(data));
}

std::string Sha256::hex() {
  std::array<std::uint8_t, SHA256_DIGEST_SIZE> digest{};
  sha256_digest(&context_->state, digest.size(), digest.data());
  constexpr const char* digits = "0123456789abcdef";
  std::string text;
  text.reserve(2 * digest.size());
  for (const std::uint8_t byte : digest) {
    text += digits[byte >> 4];
    text += digits[byte & 15];
  }
  return text;
}

std::string sha256_hex(std::string_view bytes) {
  Sha256 hash;
  hash.update(bytes.data(), bytes.size());
  return hash.hex();
}

std::string sha256_file(const std::filesystem::path& file) {
  const Descriptor in = open_for_reading(file);
  Sha256 hash;
  std::vector<char> buffer(1 << 20);
  for (std::size_t got = buffer.size(); got == buffer.size();) {
    got = read_some(in, buffer.data(), buffer.size(), file);
    hash.update(buffer.data(), got);
  }
  return hash.hex();
}

}  // namespace sketchbench
