#include <sketchbench/data/cache/cache.hpp>

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
  for (const fs::path& folder : {downloads_folder(paths), paths.cache / "prepared"})
    for (const fs::path& file : files_with_extension(folder, ".lock"))
      if (FileLock::names_holder(file)) try_to([&] { FileLock::if_free(file); });  // removed at its end
}

}  // namespace sketchbench
