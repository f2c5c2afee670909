#pragma once
#include <ctime>
#include <filesystem>
#include <string>

#include <sketchbench/core/system/descriptor.hpp>

namespace sketchbench {

/// Of a process that holds a claim or the lock and left nothing to say which it is.
inline constexpr const char* nobody_known = "a run that does not say who it is";

inline double in_seconds(const timespec& time) {
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

/// results/claims/.lock. Whoever makes or removes a claim holds it, and its text says who that is; also the
/// file system's clock: what is touched now has its time of now. Error when it cannot be written.
class FolderLock {
 public:
  /// Waits for it for some seconds. `folder` is that of the claims.
  explicit FolderLock(const std::filesystem::path& folder);

  /// False when somebody has held it for longer than a claim takes.
  bool held() const { return held_; }
  const std::filesystem::path& file() const { return file_; }
  /// Who has it when it is not held here: "process 4711 on host-a".
  std::string holder() const;
  double now() const;

 private:
  std::filesystem::path file_;
  Descriptor descriptor_;
  bool held_ = true;
};

}  // namespace sketchbench
