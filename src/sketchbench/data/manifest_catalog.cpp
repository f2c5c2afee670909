#include <sketchbench/data/manifest_catalog.hpp>

#include <functional>
#include <map>
#include <mutex>
#include <utility>

#include <sketchbench/data/manifest.hpp>

namespace sketchbench {

struct ManifestCatalog::Read {
  std::mutex mutex;
  std::map<std::string, Manifest, std::less<>> by_name;  ///< a map: what is in it stays in its place
};

ManifestCatalog::ManifestCatalog(ManifestFolders folders)
    : folders_(std::move(folders)), read_(std::make_shared<Read>()) {}

ManifestCatalog::ManifestCatalog(const std::filesystem::path& folder)
    : ManifestCatalog(ManifestFolders(folder)) {}

const Manifest& ManifestCatalog::find(std::string_view name) const {
  const std::scoped_lock lock(read_->mutex);
  if (const auto known = read_->by_name.find(name); known != read_->by_name.end()) return known->second;
  return read_->by_name.emplace(name, find_manifest(folders_, name)).first->second;
}

}  // namespace sketchbench
