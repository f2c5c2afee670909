#include <sketchbench/data/cache/leftovers.hpp>

#include <vector>

#include <sketchbench/core/error.hpp>
#include <sketchbench/data/fetch/fetch.hpp>
#include <sketchbench/data/fetch/file_lock.hpp>

namespace sketchbench {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> files_with_extension(const fs::path& folder, std::string_view extension) {
  std::vector<fs::path> files;
  std::error_code error;
  for (auto entry = fs::directory_iterator(folder, error); !error && entry != fs::directory_iterator();
       entry.increment(error))
    if (entry->path().extension() == extension && entry->is_regular_file(error))
      files.push_back(entry->path());
  return files;
}

void remove_finished_part(const fs::path& part) {
  std::error_code error;
  const fs::path whole = fs::path(part).replace_extension();
  if (!fs::is_regular_file(whole, error)) return;
  if (const auto lock = FileLock::if_free(fs::path(whole) += ".lock")) fs::remove(part, error);
}

/// Tidying up is a wish: a file of another user keeps nobody from working.
template <class Action>
void try_to(Action&& action) {
  try {
    action();
  } catch (const Error&) {
  }
}

}  // namespace

void remove_leftovers(const DataPaths& paths) {
  const fs::path downloads = downloads_folder(paths);
  for (const fs::path& part : files_with_extension(downloads, ".part"))
    try_to([&] { remove_finished_part(part); });
  for (const fs::path& folder : {downloads, paths.cache / "prepared"})
    for (const fs::path& file : files_with_extension(folder, ".lock"))
      try_to([&] { FileLock::if_free(file); });  // removed at its end
}

}  // namespace sketchbench
