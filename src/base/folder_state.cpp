#include "base/folder_state.hpp"

#include <fmt/format.h>
#include <sys/statvfs.h>

#include <cerrno>
#include <limits>

#include "base/error.hpp"
#include "base/file.hpp"
#include "base/host_identity.hpp"
#include "base/text.hpp"

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

FolderState state_of(const fs::path& folder) {
  const fs::path nearest = nearest_there(folder);
  struct statvfs info {};
  if (::statvfs(nearest.c_str(), &info) != 0) fail_system("look at the disk of", nearest, errno);
  FolderState state{.folder = nearest};
  state.bytes_free = static_cast<double>(info.f_bavail) * static_cast<double>(info.f_frsize);
  // Some file systems make inodes as they are needed and say that there are none.
  state.files_free =
      info.f_files == 0 ? std::numeric_limits<double>::infinity() : static_cast<double>(info.f_favail);
  return state;
}

std::string shortage_in(const FolderState& state) {
  if (state.bytes_free < least_bytes)
    return fmt::format("{} are free, expected at least {}", readable_bytes(state.bytes_free),
                       readable_bytes(least_bytes));
  if (state.files_free < least_files)
    return fmt::format("{:.0f} more files can be made (free inodes), expected at least {:.0f}",
                       state.files_free, least_files);
  return "";
}

std::string why_not_writable(const fs::path& folder) {
  try {
    AtomicFile probe(nearest_there(folder) / ("writable-" + random_hex(8)));
    probe.write("?");
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

}  // namespace sketchbench
