#include "data/catalog.hpp"

#include <fmt/format.h>

#include <cstdlib>

#include "data/cache.hpp"
#include "data/entry.hpp"
#include "data/fetch.hpp"
#include "data/file_lock.hpp"
#include "data/manifest.hpp"
#include "data/source.hpp"
#include "data/uniform_dataset.hpp"

namespace sketchbench {
namespace {

/// A host that does not answer now will not do so a second later: the process asks it once, whatever the data
/// set.
DeadHosts& dead_hosts_of_this_process() {
  static DeadHosts hosts;
  return hosts;
}

/// One request against one manifest.
class Opening {
 public:
  Opening(const DatasetRequest& request, const DataPaths& paths, const ProgressSink& progress)
      : manifest_(find_manifest(paths.manifests, request.name)),
        split_(manifest_.split(request.split)),
        request_(request),
        paths_(paths) {
    check(request);
    if (progress)
      progress_ = [&progress, name = manifest_.name](std::string_view line) {
        progress(fmt::format("{}: {}", name, line));
      };
  }

  /// Without the rows, where they are not kept and need not be made for it.
  DatasetInfo info() const { return manifest_.any_columns() ? uniform().info() : open()->info(); }

  /// The first source that is prepared or whose files are here; else the first that can be downloaded. So
  /// what is at hand goes before the network, and among what is at hand, and among what is not, the
  /// manifest's order holds.
  std::shared_ptr<const Dataset> open() const {
    if (manifest_.any_columns()) return uniform().open();
    for (const Source& source : manifest_.sources) {
      if (auto dataset = open_entry(source)) return dataset;
      if (files_are_here(source)) return prepare(source);
    }
    std::string tried;
    for (const Source& source : manifest_.sources) {
      try {
        return prepare(source);
      } catch (const DatasetUnavailable& unavailable) {
        tried += fmt::format("{}{}", tried.empty() ? "" : "; or ", unavailable.what());
      }
    }
    throw DatasetUnavailable(fmt::format(
        "the data set {} is not to be had here: {}. Give a folder that holds the file with --mirror DIR or "
        "SKETCHBENCH_MIRROR",
        manifest_.name, tried));
  }

 private:
  void check(const DatasetRequest& request) const {
    if (request.max_train < 0)
      throw InputError(fmt::format("max_train of {} is {}, expected 0 (all rows) or more", request.name,
                                   request.max_train));
    if (request.d < 0)
      throw InputError(fmt::format("d of {} is {}, expected at least 1 column", request.name, request.d));
    if (request.d > 0 && !manifest_.any_columns())
      throw InputError(fmt::format(
          "d of {} is {}, but its number of columns is fixed; only a data set that a generator of the "
          "type \"uniform\" makes can have any",
          request.name, request.d));
  }

  UniformDataset uniform() const { return {manifest_, split_, request_}; }

  Entry entry(const Source& source) const {
    return entry_of(manifest_, source, split_, request_.max_train, paths_);
  }

  std::shared_ptr<const Dataset> open_entry(const Source& source) const {
    const Entry wanted = entry(source);
    return open_prepared(wanted.file, wanted.key);
  }

  bool files_are_here(const Source& source) const {
    for (const SourceFile& file : files_needed(source, split_, paths_))
      if (local_place(file, paths_) == Place::nowhere) return false;
    return true;
  }

  std::shared_ptr<const Dataset> prepare(const Source& source) const {
    const Entry wanted = entry(source);
    std::error_code error;
    std::filesystem::create_directories(wanted.file.parent_path(), error);
    if (error) fail_system("make the folder", wanted.file.parent_path(), error.value());
    std::filesystem::path lock_file = wanted.file;
    lock_file += ".lock";
    const FileLock lock(lock_file);
    if (auto dataset = open_prepared(wanted.file, wanted.key))
      return dataset;  // by another process meanwhile

    TrainAndTest parts =
        load_source(source, split_, request_.max_train, paths_, dead_hosts_of_this_process(), progress_);
    preprocess(manifest_.preprocess, parts.train, parts.test);
    DatasetInfo info;
    info.name = manifest_.name;
    info.split = split_.name;
    info.source = source.name;
    info.same_as_paper = source.same_as_paper;
    write_prepared(wanted.file, wanted.key, info, parts.train, parts.test);
    auto dataset = open_prepared(wanted.file, wanted.key);
    if (!dataset)
      throw Error(fmt::format("{} cannot be read back after it was written", wanted.file.string()));
    return dataset;
  }

  Manifest manifest_;
  const SplitSpec& split_;
  DatasetRequest request_;
  const DataPaths& paths_;
  ProgressSink progress_;
};

}  // namespace

DataPaths DataPaths::from_environment() {
  const auto variable = [](const char* name) -> std::optional<std::string> {
    const char* value = std::getenv(name);
    if (value == nullptr || *value == '\0') return std::nullopt;
    return std::string(value);
  };
  DataPaths paths;
  if (const auto cache = variable("SKETCHBENCH_DATA")) paths.cache = *cache;
  if (const auto mirror = variable("SKETCHBENCH_MIRROR")) paths.mirror = *mirror;
  paths.network = variable("SKETCHBENCH_OFFLINE").value_or("0") == "0";
  return paths;
}

std::vector<std::string> dataset_names(const DataPaths& paths) { return manifest_names(paths.manifests); }

DatasetInfo prepare_dataset(const DatasetRequest& request, const DataPaths& paths,
                            const ProgressSink& progress) {
  return Opening(request, paths, progress).info();
}

std::shared_ptr<const Dataset> open_dataset(const DatasetRequest& request, const DataPaths& paths,
                                            const ProgressSink& progress) {
  return Opening(request, paths, progress).open();
}

}  // namespace sketchbench
