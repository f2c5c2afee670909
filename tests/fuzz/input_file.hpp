#pragma once
#include <filesystem>
#include <string>
#include <string_view>

#include <sketchbench/core/system/descriptor.hpp>
#include "support/temporary_folder.hpp"

namespace sketchbench::fuzz {

/// A regular file that readers open by its path, while its content stays in memory.
class InputFile {
 public:
  explicit InputFile(const std::string& name);

  /// Replaces the content; returns the path.
  const std::filesystem::path& put(std::string_view content);
  /// Calls the file by another name.
  void rename(const std::string& name);

 private:
  testing_support::TemporaryFolder folder_;
  Descriptor memory_;
  std::filesystem::path path_;
};

}  // namespace sketchbench::fuzz
