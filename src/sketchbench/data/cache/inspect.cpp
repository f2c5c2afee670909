#include <sketchbench/data/cache/inspect.hpp>

#include <algorithm>

#include <sketchbench/data/cache/cache.hpp>
#include <sketchbench/data/cache/entry.hpp>
#include <sketchbench/data/declared.hpp>
#include <sketchbench/data/fetch/fetch.hpp>
#include <sketchbench/data/source.hpp>
#include <sketchbench/data/uniform_dataset.hpp>

namespace sketchbench {
namespace {

Availability availability(Place place) {
  switch (place) {
    case Place::mirror:
      return Availability::mirror;
    case Place::beside_manifest:
      return Availability::beside_manifest;
    case Place::downloads:
      return Availability::downloads;
    case Place::nowhere:
      break;
  }
  return Availability::missing;
}

/// Of files in several places, the place that comes last.
Availability availability(const Source& source, const SplitSpec& split, const DataPaths& paths) {
  Availability result = Availability::generated;
  for (const SourceFile& file : files_needed(source, split, paths))
    result = std::max(result, availability(local_place(file, paths)));
  return result;
}

std::optional<DatasetInfo> info_if_prepared(const Manifest& manifest, const Source& source,
                                            const SplitSpec& split, const DataPaths& paths) {
  if (manifest.any_columns()) return UniformDataset(manifest, split, {}).info();
  const Entry entry = entry_of(manifest, source, split, {}, paths);
  try {
    return prepared_info(entry.file, entry.key);
  } catch (const DamagedEntry&) {  // made again when it is used
    return std::nullopt;
  }
}

}  // namespace

SplitStatus split_status(const Manifest& manifest, const SplitSpec& split, const DataPaths& paths) {
  SplitStatus status;
  status.name = split.name;
  const Source* chosen = &manifest.sources.front();
  for (const Source& source : manifest.sources) {  // the order of open_dataset
    status.prepared = info_if_prepared(manifest, source, split, paths);
    status.available = availability(source, split, paths);
    if (!status.prepared && status.available == Availability::missing) continue;
    chosen = &source;
    break;
  }
  status.source = chosen->name;
  status.rows = declared_rows(*chosen, split);
  status.features = declared_info(manifest, *chosen, split, {}).d;
  return status;
}

}  // namespace sketchbench
