#include <sketchbench/harness/record/file_state.hpp>

#include <sys/stat.h>

#include <algorithm>

#include <sketchbench/core/error.hpp>

namespace sketchbench {

FileState state_of(const std::filesystem::path& file) {
  struct stat info {};
  if (::stat(file.c_str(), &info) != 0) info = {};
  return {file, info.st_ino, static_cast<std::uintmax_t>(info.st_size),
          info.st_ctim.tv_sec * 1'000'000'000 + info.st_ctim.tv_nsec};
}

std::vector<FileState> states_of(const std::vector<std::filesystem::path>& files) {
  std::vector<FileState> states;
  for (const std::filesystem::path& file : files) states.push_back(state_of(file));
  return states;
}

std::vector<std::filesystem::path> files_ending_in(const std::filesystem::path& folder,
                                                   std::string_view ending) {
  std::vector<std::filesystem::path> files;
  std::error_code error;
  if (!std::filesystem::is_directory(folder, error)) return files;
  for (auto entry = std::filesystem::directory_iterator(folder, error);
       !error && entry != std::filesystem::directory_iterator(); entry.increment(error))
    if (entry->path().native().ends_with(ending)) files.push_back(entry->path());
  if (error) fail_system("read the folder", folder, error.value());
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace sketchbench
