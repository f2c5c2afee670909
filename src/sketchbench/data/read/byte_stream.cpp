#include <sketchbench/data/read/byte_stream.hpp>

#include <fmt/format.h>

#include <string_view>

#include <sketchbench/core/error.hpp>
#include <sketchbench/data/read/compressed_stream.hpp>
#include <sketchbench/data/read/file_source.hpp>
#include <sketchbench/data/read/number.hpp>

namespace sketchbench {
namespace {

using namespace std::string_view_literals;

class PlainStream final : public ByteStream {
 public:
  explicit PlainStream(const std::filesystem::path& file) : ByteStream(file), source_(file) {}
  std::span<const char> next() override { return source_.next(); }

 private:
  FileSource source_;
};

std::string first_bytes(const std::filesystem::path& file) {
  const Descriptor descriptor = open_for_reading(file);
  std::string bytes(6, '\0');
  bytes.resize(read_some(descriptor, bytes.data(), bytes.size(), file));
  return bytes;
}

bool is_zip(std::string_view start) { return start.starts_with("PK\3\4"sv); }

void require_files(const std::filesystem::path& file, std::string_view start) {
  if (start.starts_with("PK\5\6"sv)) fail_input(file, 0, "the zip holds no file, expected one");
}

}  // namespace

// The first bytes decide, not libarchive's auction between all the formats it knows: a text or a matrix of
// bytes must never be taken for an archive, and a damaged archive must never be handed on as if it were text.
std::unique_ptr<ByteStream> open_byte_stream(const std::filesystem::path& file, const std::string& member) {
  const std::string start = first_bytes(file);
  if (is_zip(start)) return open_zip_member(file, member);
  require_files(file, start);
  if (!member.empty())
    fail_input(file, 0, fmt::format("is not a .zip, but its member {} was asked for", in_quotes(member)));
  if (start.starts_with("\x1f\x8b"sv)) return open_compressed(file, make_gzip_decoder());
  if (start.starts_with("BZh"sv)) return open_compressed(file, make_bzip2_decoder());
  if (start.starts_with("\xfd"
                        "7zXZ\0"sv))
    return open_compressed(file, make_xz_decoder());
  return std::make_unique<PlainStream>(file);
}

void for_each_member(const std::filesystem::path& file, const std::string& pattern,
                     const std::function<void(const std::string& name, ByteStream& stream)>& read) {
  const std::string start = first_bytes(file);
  require_files(file, start);
  if (!is_zip(start))
    fail_input(file, 0, fmt::format("is not a .zip, but its members {} were asked for", in_quotes(pattern)));
  for_each_zip_member(file, pattern, read);
}

}  // namespace sketchbench
