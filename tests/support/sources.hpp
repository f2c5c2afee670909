#pragma once
#include <filesystem>
#include <vector>

namespace sketchbench::testing_support {

/// The program's own sources and headers, from the root of the checkout, where tests run.
inline std::vector<std::filesystem::path> sources() {
  std::vector<std::filesystem::path> files;
  for (const char* folder : {"src", "experiments", "papers"})
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
      if (entry.path().extension() == ".cpp" || entry.path().extension() == ".hpp")
        files.push_back(entry.path());
  return files;
}

}  // namespace sketchbench::testing_support
