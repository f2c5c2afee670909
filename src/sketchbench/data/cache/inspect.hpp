#pragma once
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <sketchbench/data/catalog.hpp>
#include <sketchbench/data/manifest.hpp>

namespace sketchbench {

/// Where the rows of a split could come from without the network.
enum class Availability { generated, mirror, beside_manifest, downloads, missing };

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
  /// Local copies of files whose SHA-256 the manifest does not know: neither read nor at fault.
  std::vector<std::filesystem::path> unknown;
};

/// Recomputes the SHA-256 of every local file of the data set and the content hash of every prepared entry.
/// Nothing is changed: the next use makes a damaged entry again.
Verification verify_dataset(const Manifest& manifest, const DataPaths& paths,
                            const ProgressSink& progress = {});

/// A file of the cache, of the mirror or among the manifests that is not as it should be.
struct CacheFault {
  enum class Kind {
    damaged_entry,     ///< prepared rows that are not what was written
    stale_temporary,   ///< left by a process that was ended while it wrote
    useless_download,  ///< a manifest's .part file that nobody is fetching and no attempt would go on from
    stale_lock,        ///< a .lock file that names a holder and that nobody holds
    wrong_file,        ///< a download, or a file of the mirror, with another SHA-256 than the manifest's
    unreadable_manifest,
    unreadable,  ///< an entry or a published file that cannot be read: nobody knows whether it is in order
  };
  Kind kind = Kind::damaged_entry;
  std::filesystem::path file;
  std::string what;          ///< what is wrong, with the numbers; the file is not named again
  std::uintmax_t bytes = 0;  ///< of the file
  /// repair() can put it right. What is not in the cache, and what cannot be fetched again, is the user's.
  bool repairable = true;
};

/// A .part file from which the next attempt goes on.
struct UnfinishedDownload {
  std::filesystem::path file;
  std::uintmax_t bytes = 0;   ///< that are there
  std::int64_t expected = 0;  ///< 0: not known
  bool described = true;      ///< by a manifest here; those of another folder may want what these do not
};

/// What a look at all manifests, all their files and the whole cache has found. Every checksum is computed:
/// seconds for each gigabyte.
struct CacheInspection {
  int manifests = 0, files = 0, entries = 0;   ///< that were checked
  std::vector<CacheFault> faults;              ///< sorted by file
  std::vector<UnfinishedDownload> unfinished;  ///< no faults; sorted by file
  std::vector<std::filesystem::path> unknown;  ///< as in Verification
  /// Entries in order that no manifest here describes, or describes any more, and files among them that are
  /// none. Manifests of another folder may describe them: they are nobody's to remove but the user's.
  std::vector<std::filesystem::path> undescribed;
  std::uintmax_t undescribed_bytes = 0;
  std::vector<std::filesystem::path> set_aside;  ///< by repairs before, in <cache>/damaged; sorted
};
CacheInspection inspect_cache(const DataPaths& paths, const ProgressSink& progress = {});

/// Moves what is at fault to <cache>/damaged, so that the next use makes or fetches it again; what killed
/// processes of this program have left, a temporary file or a lock, it removes. Not where it is in order by
/// now or in use. Returns a word on what was done; none for nothing. Must be repairable.
std::optional<std::string> repair(const CacheFault& fault);

}  // namespace sketchbench
