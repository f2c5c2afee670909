#pragma once
#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

#include <sketchbench/core/system/descriptor.hpp>

namespace sketchbench {

/// The bytes of a regular file, piece by piece. What the system reports while reading is an Error in its
/// words, not the end of the data.
class FileSource {
 public:
  explicit FileSource(const std::filesystem::path& file);

  /// The next bytes, valid until the next call; empty at the end only.
  std::span<const char> next();
  /// Goes to a byte of the file; the next piece begins there.
  void seek(std::int64_t byte);

  const std::filesystem::path& file() const { return file_; }
  std::int64_t size() const { return size_; }          ///< of the file, when it was opened
  std::int64_t position() const { return position_; }  ///< bytes from the start to the end of the last piece

 private:
  std::filesystem::path file_;
  Descriptor descriptor_;
  std::vector<char> buffer_;
  std::int64_t size_ = 0, position_ = 0;
};

}  // namespace sketchbench
