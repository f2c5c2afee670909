#include <sketchbench/harness/cell/landmark_file.hpp>

#include <fmt/format.h>

#include <algorithm>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/sha256.hpp>
#include <sketchbench/data/read/reader.hpp>

namespace sketchbench {
namespace {

/// The text that is given of the parameter that names a file; nothing where there is none.
auto text_of_file(auto& parameters, const FeatureMapKind& kind) {
  return std::ranges::find_if(parameters, [&](const auto& given) {
    const auto known = std::ranges::find(kind.parameters, given.first, &FieldInfo::name);
    return known != kind.parameters.end() && known->file && given.second.text() != nullptr;
  });
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

std::shared_ptr<const LandmarkFile> take_landmark_file(ParameterValues& parameters,
                                                       const FeatureMapKind& kind,
                                                       const std::filesystem::path& folder) {
  const auto named = text_of_file(parameters, kind);
  if (named == parameters.end()) return nullptr;
  auto given = read_landmark_file(folder / *named->second.text());
  named->second = given->sha256;
  return given;
}

std::shared_ptr<const LandmarkFile> reread_landmark_file(const ParameterValues& parameters,
                                                         const FeatureMapKind& kind,
                                                         const std::filesystem::path& file) {
  auto given = read_landmark_file(file);
  const auto named = text_of_file(parameters, kind);
  if (named == parameters.end() || *named->second.text() != given->sha256)
    throw InputError(fmt::format("{} has changed since this cell was planned: run the configuration again",
                                 file.string()));
  return given;
}

std::shared_ptr<const CsrMatrix> rows_of(const std::shared_ptr<const LandmarkFile>& given) {
  return given == nullptr ? nullptr : std::shared_ptr<const CsrMatrix>(given, &given->rows);
}

}  // namespace sketchbench
