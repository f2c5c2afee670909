#pragma once
#include <filesystem>
#include <initializer_list>
#include <vector>

namespace sketchbench::testing_support {

/// Sources and headers in these folders, from the root of the checkout, where tests run.
inline std::vector<std::filesystem::path> sources_in(std::initializer_list<const char*> folders) {
  std::vector<std::filesystem::path> files;
  for (const char* folder : folders)
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
      if (entry.path().extension() == ".cpp" || entry.path().extension() == ".hpp")
        files.push_back(entry.path());
  return files;
}

/// The program's own.
inline std::vector<std::filesystem::path> sources() { return sources_in({"src", "experiments", "papers"}); }

/// These, and those of the Python package.
inline std::vector<std::filesystem::path> sources_with_python() {
  return sources_in({"src", "experiments", "papers", "python/src"});
}

}  // namespace sketchbench::testing_support
