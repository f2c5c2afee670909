#pragma once
#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

namespace sketchbench {

/// SHA-256 in pieces (OpenSSL).
class Sha256 {
 public:
  Sha256();
  ~Sha256();
  Sha256(Sha256&&) noexcept;
  Sha256& operator=(Sha256&&) noexcept;

  void update(const void* data, std::size_t bytes);
  /// The digest as 64 lower-case hexadecimal digits; ends this object's use.
  std::string hex();

 private:
  struct Context;
  std::unique_ptr<Context> context_;
};

std::string sha256_hex(std::string_view bytes);
/// Of a regular file; InputError when it cannot be opened, Error when it cannot be read.
std::string sha256_file(const std::filesystem::path& file);

}  // namespace sketchbench
