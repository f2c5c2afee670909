#pragma once
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "data/dataset.hpp"

namespace sketchbench {

/// Where data sets are described, looked for and kept.
struct DataPaths {
  std::filesystem::path manifests = "datasets";
  std::filesystem::path cache = "datasets/cache";  ///< --data, SKETCHBENCH_DATA
  std::optional<std::filesystem::path> mirror;     ///< --mirror, SKETCHBENCH_MIRROR
  bool network = true;                             ///< SKETCHBENCH_OFFLINE=1 switches it off
  /// The above with the environment's values.
  static DataPaths from_environment();
};

/// The data cannot be had here: one line saying what is missing, where it was looked for and how to give it.
class DatasetUnavailable : public Error {
 public:
  using Error::Error;
};

/// Called with one line of news ("adult: fetching a9a, 1.2 of 2.3 MB"); may be empty.
using ProgressSink = std::function<void(std::string_view line)>;

/// Names of all manifests, sorted.
std::vector<std::string> dataset_names(const DataPaths& paths);

/// Makes the prepared cache entry if it is not there yet (fetch, verify, parse, preprocess, split) and
/// returns what it holds. Milliseconds when the entry exists. Throws DatasetUnavailable, or InputError for a
/// manifest or a data file that is wrong, or for a request.d where the columns are fixed. Of a set that is
/// made in memory nothing is prepared. Safe to call from several processes at once.
DatasetInfo prepare_dataset(const DatasetRequest& request, const DataPaths& paths,
                            const ProgressSink& progress = {});

/// Maps the prepared entry, preparing it first if need be; or makes the rows in memory (uniform_dataset.hpp).
std::shared_ptr<const Dataset> open_dataset(const DatasetRequest& request, const DataPaths& paths,
                                            const ProgressSink& progress = {});

}  // namespace sketchbench
