#include <string>

#include <sketchbench/data/read/byte_stream.hpp>
#include "fuzz/input_file.hpp"
#include "fuzz/promise.hpp"
#include "fuzz/target.hpp"

namespace sketchbench::fuzz {
namespace {

/// Enough of what a bomb unpacks to.
constexpr std::size_t most_content = std::size_t{1} << 16;

std::string content_of(ByteStream& stream, const std::filesystem::path& file) {
  require(stream.name().string().starts_with(file.string()), "a stream is called like its file");
  std::string content;
  while (content.size() < most_content) {
    const auto bytes = stream.next();
    if (bytes.empty()) {
      require(stream.next().empty(), "nothing comes after the end");
      break;
    }
    content.append(bytes.data(), bytes.size());
  }
  return content;
}

std::string content_of(const std::filesystem::path& file, const std::string& member) {
  return content_of(*open_byte_stream(file, member), file);
}

bool is_plain(std::string_view input) {
  for (const std::string_view start : {"PK", "\x1f\x8b", "BZh",
                                       "\xfd"
                                       "7zXZ"})
    if (input.starts_with(start)) return false;
  return true;
}

}  // namespace

bool run_archive(std::string_view input) {
  static InputFile file("input");
  const std::filesystem::path& path = file.put(input);
  const bool accepted = accepts(path, [&] {
    const std::string content = content_of(path, "");
    if (is_plain(input))
      require(content == input.substr(0, content.size()), "plain content is handed on as it is");
  });
  if (!input.starts_with("PK")) return accepted;
  const bool has_member = accepts(path, [&] { content_of(path, "second"); });
  const bool has_members = accepts(path, [&] {
    for_each_member(path, "s*d", [&](const std::string& name, ByteStream& stream) {
      require(name.starts_with("s") && name.ends_with("d"), "a member's name matches");
      content_of(stream, path);
    });
  });
  return accepted || has_member || has_members;
}

}  // namespace sketchbench::fuzz
