#include "data/byte_stream.hpp"

#include <fmt/format.h>

#include <fstream>
#include <string_view>

#include "base/error.hpp"
#include "data/archive_stream.hpp"
#include "data/gzip_stream.hpp"
#include "data/xz_stream.hpp"

namespace sketchbench {
namespace {

using namespace std::string_view_literals;

std::string first_bytes(const std::filesystem::path& file) {
  std::error_code error;
  // A pipe could not be looked at first and read from its start afterwards.
  if (!std::filesystem::is_regular_file(file, error))
    fail_input(file, 0, std::filesystem::exists(file, error) ? "not a regular file" : "no such file");
  std::ifstream in(file, std::ios::binary);
  if (!in) fail_input(file, 0, "cannot be read, expected a readable file");
  std::string bytes(6, '\0');
  in.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  bytes.resize(static_cast<std::size_t>(in.gcount()));
  return bytes;
}

}  // namespace

// The first bytes decide, not libarchive's auction between all the formats it knows: a text or a matrix of
// bytes must never be taken for an archive, and a damaged archive must never be handed on as if it were text.
std::unique_ptr<ByteStream> open_byte_stream(const std::filesystem::path& file, const std::string& member) {
  const std::string start = first_bytes(file);
  if (start.starts_with("PK\3\4"sv)) return open_zip_member(file, member);
  if (start.starts_with("PK\5\6"sv)) fail_input(file, 0, "the zip holds no file, expected one");
  if (!member.empty())
    fail_input(file, 0, fmt::format("is not a .zip, but its member \"{}\" was asked for", member));
  if (start.starts_with("\x1f\x8b"sv)) return open_gzip(file);
  if (start.starts_with("BZh"sv)) return open_raw(file, Compression::bzip2);
  if (start.starts_with("\xfd"
                        "7zXZ\0"sv))
    return open_xz(file);
  return open_raw(file, Compression::none);
}

}  // namespace sketchbench
