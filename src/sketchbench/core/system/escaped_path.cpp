#include <sketchbench/core/system/escaped_path.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include <sketchbench/core/error.hpp>

namespace sketchbench {
namespace {

bool stands_for_itself(unsigned char byte) { return byte > 0x20 && byte < 0x7F && byte != '%'; }

}  // namespace

std::string escaped(const std::filesystem::path& path) {
  std::string text;
  for (const char c : path.string()) {
    const auto byte = static_cast<unsigned char>(c);
    text += stands_for_itself(byte) ? std::string(1, c) : fmt::format("%{:02X}", byte);
  }
  return text;
}

std::filesystem::path unescaped(const std::string& text) {
  std::string path;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      path += text[i];
      continue;
    }
    unsigned byte = 0;
    const char *begin = text.data() + std::min(i + 1, text.size()),
               *end = text.data() + std::min(i + 3, text.size());
    if (end - begin != 2 || std::from_chars(begin, end, byte, 16).ptr != end)
      throw InputError(
          fmt::format("a worker's task has the path {}, expected two hexadecimal digits after %", text));
    path += static_cast<char>(byte);
    i += 2;
  }
  return path;
}

}  // namespace sketchbench
