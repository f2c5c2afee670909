#pragma once
#include <cstdint>
#include <filesystem>
#include <string_view>
#include <vector>

namespace sketchbench {

/// What tells a file, or a folder's list of names, from what was there before: a file that is written aside
/// and renamed is another inode.
struct FileState {
  std::filesystem::path file;
  std::uintmax_t inode = 0, bytes = 0;
  std::int64_t changed_ns = 0;
  bool operator==(const FileState&) const = default;
};

/// All zeros where there is none, or none that can be looked at.
FileState state_of(const std::filesystem::path& file);
std::vector<FileState> states_of(const std::vector<std::filesystem::path>& files);

/// What is in the folder under names that end so, sorted; none without a folder. Error when it cannot be
/// read.
std::vector<std::filesystem::path> files_ending_in(const std::filesystem::path& folder,
                                                   std::string_view ending);

}  // namespace sketchbench
