#pragma once
#include <filesystem>
#include <memory>
#include <string>

#include <sketchbench/core/rows.hpp>
#include <sketchbench/features/feature_map.hpp>

namespace sketchbench {

/// Rows that the user gives a map in a LIBSVM file (FieldInfo::file).
struct LandmarkFile {
  std::filesystem::path file;
  std::string sha256;  ///< of the file: what a cell's description has in the name's place
  CsrMatrix rows;      ///< with as many columns as the largest index
};

/// Throws InputError for a file that is not there or that is no LIBSVM file, and for one that is changed
/// while it is read.
std::shared_ptr<const LandmarkFile> read_landmark_file(const std::filesystem::path& file);

/// Reads the file that the parameters name, relative to `folder`, and puts its sum in the name's place; null
/// where they name none.
std::shared_ptr<const LandmarkFile> take_landmark_file(ParameterValues& parameters,
                                                       const FeatureMapKind& kind,
                                                       const std::filesystem::path& folder);

/// The same rows by the path that a cell was planned with. Throws InputError where the file no longer has the
/// sum that the parameters have.
std::shared_ptr<const LandmarkFile> reread_landmark_file(const ParameterValues& parameters,
                                                         const FeatureMapKind& kind,
                                                         const std::filesystem::path& file);

/// For MapRequest::landmarks; null for null.
std::shared_ptr<const CsrMatrix> rows_of(const std::shared_ptr<const LandmarkFile>& given);

}  // namespace sketchbench
