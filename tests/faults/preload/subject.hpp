#pragma once
#include <cstdint>

namespace sketchbench::faults {

/// Long enough for the folders of tests; what is longer is cut.
struct PathText {
  char text[1024] = "";
};

/// The path as an absolute one; `folder` is a descriptor or AT_FDCWD.
PathText absolute_path(int folder, const char* path);

/// Of an open file, its name as the system has it now; "pipe:[...]" for a pipe.
PathText path_of(int descriptor);

/// Inode number and kind of what is there; inode 0 when nothing is.
struct Identity {
  std::uint64_t inode = 0;
  bool is_folder = false, is_pipe = false;
  std::int64_t size = 0;
};
Identity identity_of(int descriptor);
Identity identity_at(const char* path);

}  // namespace sketchbench::faults
