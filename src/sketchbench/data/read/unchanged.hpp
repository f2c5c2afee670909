#pragma once
#include <sys/stat.h>

#include <filesystem>
#include <optional>
#include <tuple>

#include <sketchbench/core/error.hpp>

namespace sketchbench {

/// What a file's content cannot change without, as the system tells it.
class FileStamp {
 public:
  explicit FileStamp(const std::filesystem::path& file) {
    struct stat info {};
    if (::stat(file.c_str(), &info) != 0 || !S_ISREG(info.st_mode)) return;
    stamp_ = {info.st_size, info.st_mtim.tv_sec, info.st_mtim.tv_nsec};
  }
  bool operator==(const FileStamp&) const = default;

 private:
  std::optional<std::tuple<off_t, time_t, long>> stamp_;  ///< none: there is no such file
};

/// What read() makes of a file, in one pass or several. InputError where the file is another one at the end:
/// rows that were cut off or mixed can look whole, and what is wrong with one says nothing of the file.
template <class Read>
auto read_unchanged(const std::filesystem::path& file, Read&& read) {
  const FileStamp before(file);
  const auto require_same = [&] {
    if (FileStamp(file) != before)
      fail_input(file, 0, "the file changed while it was read: start again when it is written in full");
  };
  try {
    auto made = read();
    require_same();
    return made;
  } catch (const InputError&) {
    require_same();
    throw;
  }
}

}  // namespace sketchbench
