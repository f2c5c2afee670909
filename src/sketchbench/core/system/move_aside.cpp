#include <sketchbench/core/system/move_aside.hpp>

#include <cerrno>
#include <cstdio>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/system/descriptor.hpp>
#include <sketchbench/core/system/file.hpp>
#include <sketchbench/core/system/host_identity.hpp>

namespace sketchbench {

namespace fs = std::filesystem;

fs::path place_aside(const fs::path& file, const fs::path& folder) {
  make_folders(folder);
  return folder / (file.stem().string() + "-" + random_hex(4) + file.extension().string());
}

fs::path move_aside(const fs::path& file, const fs::path& folder) {
  fs::path target = place_aside(file, folder);
  if (::rename(file.c_str(), target.c_str()) != 0 && errno != ENOENT)  // ENOENT: another process has done it
    fail_system("move aside", file, errno);
  synchronise_folder(folder);
  synchronise_folder(file.parent_path());
  return target;
}

}  // namespace sketchbench
