#pragma once
#include <filesystem>

namespace sketchbench {

/// Holds an exclusive lock on `file` (made when missing) from construction to destruction; waits for another
/// holder, process or thread. The system releases it when a holder dies, so a left-over file locks nothing.
class FileLock {
 public:
  explicit FileLock(const std::filesystem::path& file);
  ~FileLock();
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;

 private:
  int descriptor_;
};

}  // namespace sketchbench
