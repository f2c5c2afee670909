#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include <sketchbench/data/catalog.hpp>
#include <sketchbench/data/fetch/download.hpp>
#include <sketchbench/data/manifest.hpp>

namespace sketchbench {

/// In the cache: what was found damaged or in the way there and moved aside (core/system/move_aside.hpp).
inline constexpr const char* set_aside_folder = "damaged";

/// Where a file is available without the network, as far as its name tells.
enum class Place { mirror, beside_manifest, downloads, nowhere };

struct LocalFile {
  Place place;
  std::filesystem::path path;
};
/// The places without the network in the order in which they are tried, whether the file is there or not.
std::vector<LocalFile> local_files(const SourceFile& file, const DataPaths& paths);

/// The first of them that has a file.
Place local_place(const SourceFile& file, const DataPaths& paths);

/// cache/downloads
std::filesystem::path downloads_folder(const DataPaths& paths);

/// A file of the right SHA-256: from the mirror, else from beside its manifest, else from the earlier
/// downloads, else from the publisher if the network may be used. A local file with a wrong digest is passed
/// over with a word to `progress`; when no other place has the file either it is an InputError with both
/// digests. Otherwise DatasetUnavailable with the places that were tried.
std::filesystem::path fetch_file(const SourceFile& file, const DataPaths& paths, DeadHosts& dead_hosts,
                                 const ProgressSink& progress);

/// For a file that rows have been prepared from and that is not read again: InputError where nobody publishes
/// it and its copy beside the manifest has been changed since, unless the mirror has the right one.
void require_unchanged(const SourceFile& file, const DataPaths& paths);

}  // namespace sketchbench
