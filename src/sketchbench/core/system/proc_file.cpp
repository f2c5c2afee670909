#include <sketchbench/core/system/proc_file.hpp>

#include <cstdlib>
#include <fstream>

namespace sketchbench {

std::string proc_value(const char* file, std::string_view key) {
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    if (!line.starts_with(key)) continue;
    const auto start = line.find_first_not_of(" \t:", key.size());
    return start == std::string::npos ? "" : line.substr(start);
  }
  return "";
}

std::optional<double> proc_bytes(const char* file, std::string_view key) {
  const std::string value = proc_value(file, key);
  char* end = nullptr;
  const double kilobytes = std::strtod(value.c_str(), &end);
  return end == value.c_str() ? std::nullopt : std::optional(1024 * kilobytes);
}

}  // namespace sketchbench
