#include <sketchbench/report/page/packed_text.hpp>

#include <openssl/evp.h>
#include <zlib.h>

#include <new>
#include <vector>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>
#include <sketchbench/report/page/columns.hpp>

namespace sketchbench {
namespace {

using Bytes = std::vector<unsigned char>;

Bytes deflated(std::string_view text) {
  uLongf size = compressBound(static_cast<uLong>(text.size()));
  Bytes bytes(size);
  const auto* source = reinterpret_cast<const Bytef*>(text.data());
  const int result =
      compress2(bytes.data(), &size, source, static_cast<uLong>(text.size()), Z_BEST_COMPRESSION);
  if (result == Z_MEM_ERROR) throw std::bad_alloc();
  if (result != Z_OK) throw Error("zlib could not compress the records of the page");
  bytes.resize(size);
  return bytes;
}

}  // namespace

std::string packed_text(std::string_view text) {
  const Bytes bytes = deflated(text);
  std::vector<unsigned char> encoded(4 * ((bytes.size() + 2) / 3) + 1);  // and the 0 at its end
  const int size = EVP_EncodeBlock(encoded.data(), bytes.data(), static_cast<int>(bytes.size()));
  return {encoded.begin(), encoded.begin() + size};
}

std::string packed_json(const Json& json) { return packed_text(column_text({&json})); }

}  // namespace sketchbench
