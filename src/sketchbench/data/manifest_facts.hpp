#pragma once
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include <sketchbench/data/catalog.hpp>
#include <sketchbench/data/look.hpp>

namespace sketchbench {

/// What reports show of a data set, as its manifest says it (Manifest has the meanings).
struct DatasetFacts {
  std::string title;
  std::string stands_for;  ///< itself where it is no stand-in
  std::string rows_of;     ///< Manifest::shares_rows_with; itself where its rows are its own
  std::optional<Look> look;
};

/// Those of all data sets. Records alone make a report: a data set without a manifest that can be read goes
/// by its name.
class ManifestFacts {
 public:
  /// No manifests.
  ManifestFacts() = default;
  /// Reads all manifests there are, once.
  explicit ManifestFacts(const DataPaths& paths);

  DatasetFacts of(std::string_view name) const;

 private:
  std::map<std::string, DatasetFacts, std::less<>> by_name_;
};

}  // namespace sketchbench
