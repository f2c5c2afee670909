#pragma once
#include <cstdint>
#include <filesystem>

#include <sketchbench/core/system/descriptor.hpp>

namespace sketchbench {

/// A download under way: a file that only grows, and that a later attempt goes on from. It is a regular file
/// of this user's with one name: whatever else is in the way (a link, a pipe, another user's file) is
/// removed, never written to. A file of nothing is removed at the end.
class PartFile {
 public:
  explicit PartFile(std::filesystem::path path);
  ~PartFile();
  PartFile(const PartFile&) = delete;
  PartFile& operator=(const PartFile&) = delete;

  std::int64_t size() const { return size_; }
  const std::filesystem::path& path() const { return path_; }
  void clear();
  void append(const char* data, std::size_t bytes);

 private:
  std::filesystem::path path_;
  Descriptor descriptor_;
  std::int64_t size_ = 0;
};

}  // namespace sketchbench
