#include <sketchbench/report/page/packed_text.hpp>

#include <nettle/base64.h>
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
  std::string encoded(BASE64_ENCODE_RAW_LENGTH(bytes.size()), '\0');
  base64_encode_raw(encoded.data(), bytes.size(), bytes.data());
  return encoded;
}

std::string packed_json(const Json& json) { return packed_text(column_text({&json})); }

}  // namespace sketchbench
