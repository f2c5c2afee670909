#pragma once
#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include <sketchbench/core/error.hpp>

namespace sketchbench {

/// Which of two finished records of one cell stays when folders are merged.
enum class MergePreference {
  none,   ///< neither: it is an error
  first,  ///< that of the folder that comes first; what is in the target already comes before all folders
  newest  ///< that of the later run; of two that began at once, or do not say when, the first
};

/// There are different records of one cell, and none is preferred.
class DifferentRecords : public InputError {
 public:
  using InputError::InputError;
};

/// What has become of the records of one folder.
struct MergedFolder {
  std::filesystem::path folder;
  std::size_t records = 0;   ///< one for each cell that it has
  std::size_t taken = 0;     ///< written into the target
  std::size_t known = 0;     ///< the same is there already, or in a folder before it
  std::size_t left_out = 0;  ///< another record of the cell stands for it: a finished or a preferred one
};

struct MergeOutcome {
  std::vector<MergedFolder> folders;  ///< in the order given
  std::size_t records = 0;            ///< in the target afterwards, one for each cell
};

/// Copies the records of results folders into another one, which is made if there is none; the folders stay
/// as they are. Loose records stay loose; packed ones go into the packed file of the same name, or of their
/// cell where the target has one. A finished record stands before one of a cell that failed.
///
/// All records are read and checked before anything is written. InputError, with the files' names, for a
/// folder without records or named twice, for records that cannot be trusted (a checksum that does not match,
/// or none); DifferentRecords unless `prefer` chooses. Each file is written aside,
/// synchronised and renamed: an interrupted merge has left some of the records, whole, and the same call goes
/// on from there. Error when a run is going on in one of the folders.
MergeOutcome merge_records(const std::vector<std::filesystem::path>& folders,
                           const std::filesystem::path& into, MergePreference prefer);

}  // namespace sketchbench
