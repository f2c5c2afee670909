#include <sketchbench/harness/cell/landmark_file.hpp>

#include <fmt/format.h>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>
#include <sketchbench/core/sha256.hpp>
#include <sketchbench/data/read/reader.hpp>

namespace sketchbench {
namespace {

/// The given value of the parameter that names a file; null where there is none.
template <class AnyJson>
AnyJson* value_of_file(AnyJson& parameters, const FeatureMapKind& kind) {
  for (const FieldInfo& parameter : kind.parameters)
    if (parameter.file && parameters.contains(parameter.name)) return &parameters.at(parameter.name);
  return nullptr;
}

}  // namespace

std::shared_ptr<const LandmarkFile> read_landmark_file(const std::filesystem::path& file) {
  std::string sum = sha256_file(file);
  auto given = std::make_shared<const LandmarkFile>(
      LandmarkFile{.file = file, .sha256 = std::move(sum), .rows = read_libsvm_file(file).x});
  // The file may be compressed, and is read as it is unpacked: its sum before and after says that these are
  // the rows of that sum.
  if (sha256_file(file) != given->sha256) fail_input(file, 0, "it was changed while it was read");
  return given;
}

std::shared_ptr<const LandmarkFile> take_landmark_file(Json& parameters, const FeatureMapKind& kind,
                                                       const std::filesystem::path& folder) {
  Json* const value = value_of_file(parameters, kind);
  if (value == nullptr) return nullptr;
  auto given = read_landmark_file(folder / value->get<std::string>());
  *value = given->sha256;
  return given;
}

std::shared_ptr<const LandmarkFile> reread_landmark_file(const Json& parameters, const FeatureMapKind& kind,
                                                         const std::filesystem::path& file) {
  auto given = read_landmark_file(file);
  const Json* const value = value_of_file(parameters, kind);
  if (value == nullptr || *value != given->sha256)
    throw InputError(fmt::format("{} has changed since this cell was planned: run the configuration again",
                                 file.string()));
  return given;
}

std::shared_ptr<const CsrMatrix> rows_of(const std::shared_ptr<const LandmarkFile>& given) {
  return given == nullptr ? nullptr : std::shared_ptr<const CsrMatrix>(given, &given->rows);
}

}  // namespace sketchbench
