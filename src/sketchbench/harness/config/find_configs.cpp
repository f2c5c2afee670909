#include <sketchbench/harness/config/config.hpp>

#include <map>
#include <string>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/system/shipped.hpp>
#include <sketchbench/data/manifest_folders.hpp>

namespace sketchbench {
namespace {

namespace fs = std::filesystem;

constexpr const char* usual_folder = "configs";
constexpr const char* notes = "notes.json";

/// A manifest beside the configurations is none of them; what cannot be read may have been meant as one, and
/// reading it says what is wrong.
bool may_be_config(const fs::path& file) {
  if (file.extension() != ".json" || file.filename() == notes) return false;
  try {
    return !is_manifest(file);
  } catch (const InputError&) {
    return true;
  }
}

void add_files(const fs::path& folder, std::map<std::string, fs::path>& files) {
  std::error_code error;
  if (!fs::is_directory(folder, error)) return;
  for (const auto& entry : fs::directory_iterator(folder))
    if (may_be_config(entry.path())) files.emplace(entry.path().filename().string(), entry.path());
}

}  // namespace

fs::path find_config(std::string_view name) {
  return find_resource((fs::path(usual_folder) / name).string() + ".json");
}

std::vector<fs::path> all_configs() {
  std::map<std::string, fs::path> by_name;
  add_files(usual_folder, by_name);
  if (const auto own = shipped(usual_folder)) add_files(*own, by_name);
  std::vector<fs::path> files;
  for (const auto& [name, file] : by_name) files.push_back(file);
  return files;
}

}  // namespace sketchbench
