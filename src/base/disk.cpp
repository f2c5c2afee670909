#include "base/disk.hpp"

#include <fmt/format.h>
#include <sys/statvfs.h>

#include <limits>
#include <string>

#include "base/error.hpp"
#include "base/text.hpp"

namespace sketchbench {

double free_disk_space(const std::filesystem::path& folder) {
  std::error_code error;
  std::filesystem::path existing = std::filesystem::absolute(folder, error);
  while (!std::filesystem::exists(existing, error) && existing.has_relative_path())
    existing = existing.parent_path();
  struct statvfs disk {};
  if (::statvfs(existing.c_str(), &disk) != 0) return std::numeric_limits<double>::max();
  return static_cast<double>(disk.f_bavail) * static_cast<double>(disk.f_frsize);
}

void require_disk_space(double bytes, const std::filesystem::path& folder, std::string_view what) {
  const double free = free_disk_space(folder);
  if (bytes <= free) return;
  throw Error(fmt::format("{} needs {} on the disk of {}, {} are free", what, readable_bytes(bytes),
                          folder.string(), readable_bytes(free)));
}

}  // namespace sketchbench
