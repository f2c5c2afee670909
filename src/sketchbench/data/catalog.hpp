#pragma once
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <sketchbench/core/error.hpp>
#include <sketchbench/data/dataset.hpp>
#include <sketchbench/data/manifest_catalog.hpp>

namespace sketchbench {

/// Where data sets are described, looked for and kept.
struct DataPaths {
  ManifestCatalog manifests = std::filesystem::path("datasets");
  std::filesystem::path cache = "datasets/cache";  ///< --data, SKETCHBENCH_DATA
  std::optional<std::filesystem::path> mirror;     ///< --mirror, SKETCHBENCH_MIRROR
  bool network = true;                             ///< SKETCHBENCH_OFFLINE=1 switches it off
  /// The above with the environment's values, manifests wherever `search` finds them. InputError for a folder
  /// of manifests that is named and is none.
  static DataPaths from_environment(const ManifestSearch& search = {});
};

/// The data are not available here. The first line says so in short; indented lines below it say for each
/// source what is missing and where it was looked for, and how to give it. They are in parentheses, for
/// reports show all of it as one line.
class DatasetUnavailable : public Error {
 public:
  using Error::Error;
};

/// Called with one line of news ("adult: fetching a9a, 1.2 of 2.3 MB"); may be empty.
using ProgressSink = std::function<void(std::string_view line)>;

/// Names of all manifests, sorted.
std::vector<std::string> dataset_names(const DataPaths& paths);

/// How far a data set is from being used: it is prepared (or made in memory); it can be prepared from files
/// that are here, or is generated; its files can be asked for from their publisher; or it is not available
/// here.
enum class Readiness { prepared, local, download, unavailable };

/// A data set as far as it is known without fetching or preparing anything.
struct KnownDataset {
  Readiness readiness = Readiness::unavailable;
  /// What the prepared entry holds. Otherwise what the manifest declares for the source that would be used:
  /// no content hash; sizes as declared, non-zeros as if all values were (0: not declared); classes as
  /// declared.
  DatasetInfo info;
  std::string missing;  ///< with download and unavailable: the file that is missing, e.g. "covtype.data.gz"
};

/// Milliseconds (for labels that something may be refused for, the time of a check of the entry); touches no
/// network and writes nothing. InputError as for prepare_dataset.
KnownDataset known_dataset(const DatasetRequest& request, const DataPaths& paths);

/// Contents that a data set has here, and the source of its manifest that they come from.
struct PreparedContents {
  std::string source, content_hash;
};

/// Of every source of the request's manifest that is prepared (or made in memory), in the manifest's order:
/// what a run would use comes first. Empty where it cannot be told: nothing is prepared here, no manifest
/// describes the data set, or the manifest or the entry cannot be used. Milliseconds; touches no network and
/// writes nothing.
std::vector<PreparedContents> prepared_contents(const DatasetRequest& request, const DataPaths& paths);

/// Makes the prepared cache entry if it is not there yet (fetch, verify, parse, preprocess, split) and
/// returns what it holds, with DatasetInfo::labels. Milliseconds when the entry exists: its header and labels
/// are read and its rows are not, unless something may be refused for the labels: then all of it is checked,
/// and made again where it is damaged. Throws DatasetUnavailable, or InputError for a manifest or a data file
/// that is wrong, or for a request.d where the columns are fixed. Of a set that is made in memory nothing is
/// prepared. Safe to call from several processes at once.
DatasetInfo prepare_dataset(const DatasetRequest& request, const DataPaths& paths,
                            const ProgressSink& progress = {});

/// Maps the prepared entry, preparing it first if need be; or makes the rows in memory (uniform_dataset.hpp).
/// All that is mapped is checked first, and the content hash computed again (open_prepared); an entry that is
/// damaged is prepared again, with a word to `progress`.
std::shared_ptr<const Dataset> open_dataset(const DatasetRequest& request, const DataPaths& paths,
                                            const ProgressSink& progress = {});

}  // namespace sketchbench
