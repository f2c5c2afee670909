#pragma once
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <sketchbench/data/manifest_folders.hpp>

namespace sketchbench {

/// The manifests of some folders, each of them looked for and read once, when it is first asked for. Copies
/// share what has been read. Safe to use from several threads.
class ManifestCatalog {
 public:
  ManifestCatalog(ManifestFolders folders = {});         // NOLINT(google-explicit-constructor)
  ManifestCatalog(const std::filesystem::path& folder);  // NOLINT(google-explicit-constructor)

  const ManifestFolders& folders() const { return folders_; }
  /// As find_manifest() has it, with what that throws. It lives as long as a copy of the catalogue does.
  const Manifest& find(std::string_view name) const;
  /// manifest_names()
  std::vector<std::string> names() const { return manifest_names(folders_); }

 private:
  struct Read;
  ManifestFolders folders_;
  std::shared_ptr<Read> read_;
};

}  // namespace sketchbench
