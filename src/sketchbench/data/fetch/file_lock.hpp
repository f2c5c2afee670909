#pragma once
#include <filesystem>
#include <functional>
#include <optional>
#include <string_view>

#include <sketchbench/core/system/descriptor.hpp>

namespace sketchbench {

/// Holds an exclusive lock on `file` (made when missing, removed at the end) from construction to
/// destruction. The system releases it when a holder dies, so a left-over file locks nothing. A file that
/// holds anything but the name of a holder is somebody's own: it serves as it stands, unchanged, and stays.
class FileLock {
 public:
  /// Waits for another holder, process or thread; after a second, and then each minute, `news` gets a line
  /// that names the file and, where it is known, the process that holds it. InputError when the file is none.
  explicit FileLock(std::filesystem::path file, const std::function<void(std::string_view line)>& news = {});
  /// Nothing when somebody holds it.
  static std::optional<FileLock> if_free(const std::filesystem::path& file);

  /// Whether the file is one that a holder who has died, or lives, has left: it names one. Changes nothing.
  static bool names_holder(const std::filesystem::path& file);
  /// Whether somebody holds it; changes nothing.
  static bool is_held(const std::filesystem::path& file);

  ~FileLock();
  FileLock(FileLock&&) noexcept = default;
  FileLock& operator=(FileLock&&) = delete;

 private:
  FileLock(std::filesystem::path file, Descriptor descriptor);
  void write_holder();

  std::filesystem::path file_;
  Descriptor descriptor_;
  bool is_ours_ = false;  ///< to be written and removed
};

}  // namespace sketchbench
