#pragma once
#include <filesystem>
#include <string>
#include <string_view>

#include <sketchbench/core/system/descriptor.hpp>

namespace sketchbench {

/// A file that is nowhere on a disk and goes when its maker does, however that ends; other programs of the
/// same user open it by its path as long as it lives.
class MemoryFile {
 public:
  explicit MemoryFile(std::string_view text = "");

  /// An absolute path.
  std::filesystem::path path() const;
  /// What is in it by now, whoever has written it.
  std::string text() const;

 private:
  Descriptor descriptor_;
};

}  // namespace sketchbench
