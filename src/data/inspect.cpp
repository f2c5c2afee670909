#include "data/inspect.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/sha256.hpp"
#include "data/cache.hpp"
#include "data/entry.hpp"
#include "data/fetch.hpp"
#include "data/source.hpp"
#include "data/uniform_dataset.hpp"

namespace sketchbench {
namespace {

namespace fs = std::filesystem;

struct Shape {
  Index rows = 0, features = 0;
};

Shape generated_shape(const Generator& generator) {
  if (const auto* teacher = std::get_if<PolyTeacherParams>(&generator.params))
    return {teacher->n, teacher->d};
  if (const auto* uniform = std::get_if<UniformParams>(&generator.params)) return {uniform->rows, uniform->d};
  const auto& simulated = std::get<GisetteSimParams>(generator.params);
  return {simulated.rows, simulated.informative + simulated.probes};
}

bool has_rows(const FileFormat& format) {
  return format.kind != FileFormat::Kind::idx_labels && format.label != FileFormat::Label::only;
}

Shape declared_shape(const Source& source, const SplitSpec& split, const DataPaths& paths) {
  Shape shape;
  if (source.generator) {
    shape = generated_shape(*source.generator);
  } else {
    for (const SourceFile& file : files_needed(source, split, paths))
      if (has_rows(file.format)) {
        shape.rows += file.format.rows;
        shape.features = file.format.features;
      }
  }
  if (split.sample_rows > 0) shape.rows = split.sample_rows;
  return shape;
}

Availability availability(const Source& source, const SplitSpec& split, const DataPaths& paths) {
  Availability result = Availability::generated;
  for (const SourceFile& file : files_needed(source, split, paths)) {
    const Place place = local_place(file, paths);
    if (place == Place::nowhere) return Availability::missing;
    if (place == Place::downloads) result = Availability::downloads;
    if (place == Place::mirror && result == Availability::generated) result = Availability::mirror;
  }
  return result;
}

std::optional<DatasetInfo> prepared_info(const Manifest& manifest, const Source& source,
                                         const SplitSpec& split, const DataPaths& paths) {
  if (manifest.any_columns()) return UniformDataset(manifest, split, {}).info();
  const Entry entry = entry_of(manifest, source, split, 0, paths);
  const auto dataset = open_prepared(entry.file, entry.key);
  return dataset ? std::optional(dataset->info()) : std::nullopt;
}

void verify_files(const Source& source, const DataPaths& paths, const ProgressSink& progress,
                  Verification& result) {
  std::vector<fs::path> folders = {downloads_folder(paths)};
  if (paths.mirror) folders.push_back(*paths.mirror);
  for (const SourceFile& file : source.files)
    for (const fs::path& folder : folders) {
      const fs::path path = folder / file.name;
      if (!fs::is_regular_file(path)) continue;
      if (progress) progress(fmt::format("checking {}", path.string()));
      ++result.files;
      if (const std::string found = sha256_file(path); found != file.sha256)
        result.failures.push_back(
            fmt::format("{} has the SHA-256 {}, expected {}", path.string(), found, file.sha256));
    }
}

std::vector<fs::path> entries_of(const std::string& name, const DataPaths& paths) {
  std::vector<fs::path> entries;
  std::error_code missing;  // no folder, no entries
  for (const auto& file : fs::directory_iterator(paths.cache / "prepared", missing))
    if (file.path().extension() == ".bin" && file.path().filename().string().starts_with(name + "-"))
      entries.push_back(file.path());
  std::sort(entries.begin(), entries.end());
  return entries;
}

void verify_entry(const fs::path& file, const ProgressSink& progress, Verification& result) {
  if (progress) progress(fmt::format("checking {}", file.string()));
  ++result.entries;
  const auto dataset = open_prepared(file);
  if (dataset && content_hash(dataset->train(), dataset->test()) == dataset->info().content_hash) return;
  std::error_code error;
  fs::remove(file, error);
  if (error) fail_system("delete the damaged", file, error.value());
  result.failures.push_back(
      fmt::format("{} was damaged; it is deleted and will be made again", file.string()));
}

}  // namespace

SplitStatus split_status(const Manifest& manifest, const SplitSpec& split, const DataPaths& paths) {
  SplitStatus status;
  status.name = split.name;
  const Source* chosen = &manifest.sources.front();
  for (const Source& source : manifest.sources) {  // the order of open_dataset
    status.prepared = prepared_info(manifest, source, split, paths);
    status.available = availability(source, split, paths);
    if (!status.prepared && status.available == Availability::missing) continue;
    chosen = &source;
    break;
  }
  status.source = chosen->name;
  const Shape shape = declared_shape(*chosen, split, paths);
  status.rows = shape.rows;
  status.features = shape.features;
  return status;
}

Verification verify_dataset(const Manifest& manifest, const DataPaths& paths, const ProgressSink& progress) {
  Verification result;
  for (const Source& source : manifest.sources) verify_files(source, paths, progress, result);
  for (const fs::path& entry : entries_of(manifest.name, paths)) verify_entry(entry, progress, result);
  return result;
}

}  // namespace sketchbench
