#pragma once
#include <filesystem>
#include <string>
#include <string_view>

#include <sketchbench/data/catalog.hpp>
#include <sketchbench/data/manifest.hpp>

namespace sketchbench {

/// Whether a file of that name can be one of Entry::file: others in their folder are somebody's own.
bool is_entry_name(std::string_view name);

/// The cache entry that a request leads to, if the rows come from one certain source.
struct Entry {
  std::filesystem::path file;  ///< cache/prepared/<name>-<split>-<beginning of the key's hash>.bin
  std::string key;             ///< everything that the prepared rows depend on, as canonical JSON
};

/// Cheap: the files' contents are represented by the SHA-256 sums that the manifest declares. `split` is the
/// one that the request asks for.
Entry entry_of(const Manifest& manifest, const Source& source, const SplitSpec& split,
               const DatasetRequest& request, const DataPaths& paths);

}  // namespace sketchbench
