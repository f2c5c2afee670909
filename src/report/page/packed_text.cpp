#include "report/page/packed_text.hpp"

#include <openssl/evp.h>
#include <zlib.h>

#include <climits>
#include <new>
#include <vector>

#include "core/error.hpp"

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
  // EVP_EncodeBlock counts in int, in characters of the result.
  if (bytes.size() > INT_MAX / 2) throw Error("the records are too large to be put into a page");
  std::string encoded((bytes.size() + 2) / 3 * 4 + 1, '\0');  // it ends its text with a zero
  const int length = EVP_EncodeBlock(reinterpret_cast<unsigned char*>(encoded.data()), bytes.data(),
                                     static_cast<int>(bytes.size()));
  encoded.resize(static_cast<std::size_t>(length));
  return encoded;
}

}  // namespace sketchbench
