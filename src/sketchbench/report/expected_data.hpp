#pragma once
#include <optional>
#include <string>
#include <vector>

#include <sketchbench/data/catalog.hpp>
#include <sketchbench/harness/cell/record.hpp>

namespace sketchbench {

/// Which contents of a data set a report is about, where the store may have records of several: data change,
/// and two people may call different data by one name.
struct ExpectedData {
  std::optional<std::string> hash;  ///< none: no record is of the data that the manifest stands for
  bool by_manifest = false;         ///< the manifest's data, as they are prepared here, have decided
  /// Why it cannot be told whether these are the right ones: then they are those of the newest record. Empty
  /// when it can, or when all records are of the same contents.
  std::string data_mismatch;
};

/// `records`: at least one, all of one data set as a configuration asks for it; `prepared`: its contents here
/// (prepared_contents()). Those of the first prepared source that has records are meant. Records of a source
/// that is prepared here with other contents are of other data; those of a source that is not prepared here
/// may be of the manifest's.
ExpectedData expected_data(const std::vector<const Record*>& records,
                           const std::vector<PreparedContents>& prepared);

}  // namespace sketchbench
