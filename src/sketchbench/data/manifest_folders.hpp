#pragma once
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace sketchbench {

struct Manifest;

/// Folders in which manifests are looked for, in order. A manifest is a file NAME.json with "sources" or
/// "splits" in it; other JSON files of a folder, such as configurations, are passed over. Files count in the
/// folder itself, not in those below it.
class ManifestFolders {
 public:
  ManifestFolders() = default;
  /// One folder is a list of one.
  ManifestFolders(std::filesystem::path folder);  // NOLINT(google-explicit-constructor)

  /// Behind the others, unless it is among them already, by whatever path. It need not exist: looking for a
  /// manifest says so.
  void add(const std::filesystem::path& folder);
  /// A folder that the user has named by `option` ("--datasets"). InputError unless it is one.
  void add_named(std::string_view option, const std::filesystem::path& folder);
  /// The folder "datasets" beside a configuration and the configuration's own, as far as they are there; of a
  /// symbolic link those where the link is, then those where the file itself is.
  void add_beside(const std::filesystem::path& configuration);
  /// The folder "datasets" of the working folder and the program's own (shipped.hpp), as far as they are
  /// there.
  void add_defaults();

  const std::vector<std::filesystem::path>& list() const { return folders_; }
  /// Folders beside configurations that are there and cannot be listed; they are not among the others.
  const std::vector<std::filesystem::path>& closed() const { return closed_; }
  /// "configs, datasets"
  std::string display() const;
  bool operator==(const ManifestFolders&) const = default;

 private:
  std::vector<std::filesystem::path> folders_, closed_;
};

/// What decides where a command looks for manifests.
struct ManifestSearch {
  std::vector<std::filesystem::path> configurations;  ///< files beside which manifests may be
  std::vector<std::filesystem::path> named;           ///< --datasets; empty: SKETCHBENCH_DATASETS
};

/// Beside the configurations, in the folders named, in "datasets" here, among the program's own. InputError
/// for a named folder that is none.
ManifestFolders manifest_folders(const ManifestSearch& search);

/// The manifest of that name. InputError, before anything of it is used: for a name that no folder has, with
/// the folders and the nearest name; for one that two folders have with different contents (one file by two
/// paths, or a copy, is no second one); for a manifest that is wrong.
Manifest find_manifest(const ManifestFolders& folders, std::string_view name);

/// The files of that name that find_manifest() looks at, in the order of the folders.
std::vector<std::filesystem::path> manifest_files(const ManifestFolders& folders, std::string_view name);

/// Names of all manifests, sorted, each once. InputError where there is no folder to look in, as for the
/// others.
std::vector<std::string> manifest_names(const ManifestFolders& folders);

/// Whether it is one of the program's own.
bool is_shipped(const Manifest& manifest);

/// Whether a JSON file describes a data set: it has "sources" or "splits" and no "experiment", as
/// configurations do. InputError when it cannot be read or is no JSON.
bool is_manifest(const std::filesystem::path& file);

}  // namespace sketchbench
