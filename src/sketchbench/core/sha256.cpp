#include <sketchbench/core/sha256.hpp>

#include <openssl/evp.h>

#include <array>
#include <cstdint>
#include <new>
#include <vector>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/system/descriptor.hpp>

namespace sketchbench {

struct Sha256::Context {
  EVP_MD_CTX* state = EVP_MD_CTX_new();
  Context() {
    if (state == nullptr) throw std::bad_alloc();
    check(EVP_DigestInit_ex(state, EVP_sha256(), nullptr));
  }
  ~Context() { EVP_MD_CTX_free(state); }
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

  static void check(int done) {
    if (done != 1) throw Error("OpenSSL's SHA-256 is not to be had: its configuration may not allow it");
  }
};

Sha256::Sha256() : context_(std::make_unique<Context>()) {}
Sha256::~Sha256() = default;
Sha256::Sha256(Sha256&&) noexcept = default;
Sha256& Sha256::operator=(Sha256&&) noexcept = default;

void Sha256::update(const void* data, std::size_t bytes) {
  Context::check(EVP_DigestUpdate(context_->state, data, bytes));
}

std::string Sha256::hex() {
  std::array<std::uint8_t, 32> digest{};
  Context::check(EVP_DigestFinal_ex(context_->state, digest.data(), nullptr));
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
