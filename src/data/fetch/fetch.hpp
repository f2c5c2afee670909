#pragma once
#include <filesystem>
#include <string>

#include "data/catalog.hpp"
#include "data/fetch/download.hpp"
#include "data/manifest.hpp"

namespace sketchbench {

/// Where a file can be had without the network, as far as its name tells.
enum class Place { mirror, downloads, nowhere };

Place local_place(const SourceFile& file, const DataPaths& paths);

/// cache/downloads
std::filesystem::path downloads_folder(const DataPaths& paths);

/// A file of the right SHA-256: from the mirror, else from the earlier downloads, else from the publisher if
/// the network may be used. A local file with a wrong digest is passed over with a word to `progress`; when
/// no other place has the file either it is an InputError with both digests. Otherwise DatasetUnavailable
/// with the places that were tried.
std::filesystem::path fetch_file(const SourceFile& file, const DataPaths& paths, DeadHosts& dead_hosts,
                                 const ProgressSink& progress);

}  // namespace sketchbench
