#include "core/sha256.hpp"

#include <fmt/format.h>
#include <openssl/evp.h>

#include <array>
#include <vector>

#include "core/error.hpp"
#include "core/system/descriptor.hpp"

namespace sketchbench {

struct Sha256::Context {
  EVP_MD_CTX* handle = EVP_MD_CTX_new();
  Context() {
    if (handle == nullptr || EVP_DigestInit_ex(handle, EVP_sha256(), nullptr) != 1)
      throw Error("libcrypto cannot start a SHA-256 digest");
  }
  ~Context() { EVP_MD_CTX_free(handle); }
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;
};

Sha256::Sha256() : context_(std::make_unique<Context>()) {}
Sha256::~Sha256() = default;
Sha256::Sha256(Sha256&&) noexcept = default;
Sha256& Sha256::operator=(Sha256&&) noexcept = default;

void Sha256::update(const void* data, std::size_t bytes) {
  if (EVP_DigestUpdate(context_->handle, data, bytes) != 1) throw Error("libcrypto: SHA-256 update failed");
}

std::string Sha256::hex() {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned int size = 0;
  if (EVP_DigestFinal_ex(context_->handle, digest.data(), &size) != 1)
    throw Error("libcrypto: SHA-256 final failed");
  std::string text;
  for (unsigned int i = 0; i < size; ++i) text += fmt::format("{:02x}", digest[i]);
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
