#pragma once
#include <zlib.h>

#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>

namespace sketchbench::testing_support {

/// Writes the text compressed, in the place of what was there.
inline void write_gzip(const std::filesystem::path& file, std::string_view text) {
  const gzFile to = ::gzopen(file.c_str(), "wb");
  const bool written =
      to != nullptr && (text.empty() || ::gzwrite(to, text.data(), static_cast<unsigned>(text.size())) > 0);
  if ((to != nullptr && ::gzclose(to) != Z_OK) || !written)
    throw std::runtime_error("cannot write " + file.string());
}

}  // namespace sketchbench::testing_support
