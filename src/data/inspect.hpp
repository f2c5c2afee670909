#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "data/catalog.hpp"
#include "data/manifest.hpp"

namespace sketchbench {

/// Where the rows of a split could come from without the network.
enum class Availability { generated, mirror, downloads, missing };

/// A split of a data set, seen without fetching or preparing anything.
struct SplitStatus {
  std::string name;
  Availability available = Availability::missing;
  std::string source;            ///< the one that would be used; the manifest's first when all are missing
  Index rows = 0, features = 0;  ///< as the manifest declares them for that source; 0: not declared
  std::optional<DatasetInfo> prepared;  ///< the cache's entry, if there is one or none is needed
};

SplitStatus split_status(const Manifest& manifest, const SplitSpec& split, const DataPaths& paths);

/// What a full check found; no line means all is well.
struct Verification {
  int files = 0;    ///< local copies of published files whose SHA-256 was computed
  int entries = 0;  ///< prepared entries whose content hash was computed
  std::vector<std::string> failures;
};

/// Recomputes the SHA-256 of every local file of the data set and the content hash of every prepared entry.
/// A damaged entry is deleted, so that the next use makes it again; a file is only reported.
Verification verify_dataset(const Manifest& manifest, const DataPaths& paths,
                            const ProgressSink& progress = {});

}  // namespace sketchbench
