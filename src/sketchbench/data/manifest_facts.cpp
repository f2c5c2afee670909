#include <sketchbench/data/manifest_facts.hpp>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/system/memory.hpp>
#include <sketchbench/data/manifest.hpp>

namespace sketchbench {

ManifestFacts::ManifestFacts(const DataPaths& paths) {
  // What is wrong with a manifest is said by the commands that need its data; reports need none.
  std::vector<std::string> names;
  try {
    names = dataset_names(paths);
  } catch (const InputError&) {
    return;
  }
  for (const std::string& name : names) {
    try {
      const Manifest& manifest = paths.manifests.find(name);
      by_name_[name] = {.title = manifest.short_title,
                        .stands_for = manifest.stands_for.empty() ? name : manifest.stands_for,
                        .rows_of = manifest.shares_rows_with.empty() ? name : manifest.shares_rows_with,
                        .look = manifest.look};
    } catch (const MemoryShortage&) {
      throw;
    } catch (const InputError&) {
      continue;
    }
  }
}

DatasetFacts ManifestFacts::of(std::string_view name) const {
  if (const auto found = by_name_.find(name); found != by_name_.end()) return found->second;
  return {
      .title = std::string(name), .stands_for = std::string(name), .rows_of = std::string(name), .look = {}};
}

}  // namespace sketchbench
