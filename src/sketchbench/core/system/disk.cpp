#include <sketchbench/core/system/disk.hpp>

#include <fmt/format.h>
#include <sys/statvfs.h>

#include <cerrno>
#include <limits>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>
#include <sketchbench/core/system/file.hpp>
#include <sketchbench/core/system/host_identity.hpp>
#include <sketchbench/core/text.hpp>

namespace sketchbench {
namespace {

namespace fs = std::filesystem;

constexpr double least_bytes = 1e9;
constexpr double least_files = 10'000;

fs::path nearest_there(const fs::path& folder) {
  std::error_code error;
  fs::path nearest = folder.lexically_normal();
  while (!nearest.empty() && !fs::exists(nearest, error)) {
    const fs::path above = nearest.parent_path();
    if (above == nearest) break;
    nearest = above;
  }
  return nearest.empty() ? "." : nearest;
}

}  // namespace

DiskState disk_of(const fs::path& folder) {
  const fs::path nearest = nearest_there(folder);
  struct statvfs info {};
  if (::statvfs(nearest.c_str(), &info) != 0) fail_system("look at the disk of", nearest, errno);
  DiskState disk{.folder = nearest};
  disk.bytes_free = static_cast<double>(info.f_bavail) * static_cast<double>(info.f_frsize);
  // Some file systems make inodes as they are needed and say that there are none.
  disk.files_free =
      info.f_files == 0 ? std::numeric_limits<double>::infinity() : static_cast<double>(info.f_favail);
  return disk;
}

double free_disk_space(const fs::path& folder) {
  try {
    return disk_of(folder).bytes_free;
  } catch (const Error&) {
    return std::numeric_limits<double>::max();
  }
}

void require_disk_space(double bytes, const fs::path& folder, std::string_view what) {
  const double free = free_disk_space(folder);
  if (bytes <= free) return;
  throw Error(fmt::format("{} needs {} on the disk of {}, {} are free", what, readable_bytes(bytes),
                          folder.string(), readable_bytes(free)));
}

std::string shortage_on(const DiskState& disk) {
  if (disk.bytes_free < least_bytes)
    return fmt::format("{} are free, expected at least {}", readable_bytes(disk.bytes_free),
                       readable_bytes(least_bytes));
  if (disk.files_free < least_files)
    return fmt::format("{:.0f} more files can be made (free inodes), expected at least {:.0f}",
                       disk.files_free, least_files);
  return "";
}

std::string why_not_writable(const fs::path& folder) {
  try {
    AtomicFile probe(nearest_there(folder) / ("writable-" + random_hex(8)));
    probe.write("?");
  } catch (const Error& error) {
    return fmt::format("{}: no file can be made there: {}", folder.string(), error.what());
  }
  return "";
}

}  // namespace sketchbench
