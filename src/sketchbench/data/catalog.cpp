#include <sketchbench/data/catalog.hpp>
#include <sketchbench/data/dominant_column.hpp>

#include <fmt/format.h>

#include <cstdlib>

#include <sketchbench/core/system/file.hpp>
#include <sketchbench/core/system/memory.hpp>
#include <sketchbench/core/system/move_aside.hpp>
#include <sketchbench/data/cache/cache.hpp>
#include <sketchbench/data/cache/entry.hpp>
#include <sketchbench/data/declared.hpp>
#include <sketchbench/data/fetch/fetch.hpp>
#include <sketchbench/data/fetch/file_lock.hpp>
#include <sketchbench/data/manifest.hpp>
#include <sketchbench/data/source.hpp>
#include <sketchbench/data/uniform_dataset.hpp>

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
      : manifest_(paths.manifests.find(request.name)),
        split_(manifest_.split(request)),
        request_(request),
        paths_(paths) {
    check(request);
    if (progress)
      progress_ = [&progress, name = manifest_.name](std::string_view line) {
        progress(fmt::format("{}: {}", name, line));
      };
  }

  /// Without the rows, where they are not kept and need not be made for it.
  DatasetInfo info() const {
    if (manifest_.any_columns()) return uniform().info();
    const Choice choice = choose();
    if (choice.prepared) {
      for (const SourceFile& file : files_needed(*choice.source, split_, paths_))
        require_unchanged(file, paths_);
      const auto facts = unchecked_label_facts(*choice.source);
      if (!facts || !facts->are_unusual()) return with_label_facts(*choice.prepared, facts);
    }
    // Labels that something may be refused for are checked first: it may be the entry that is damaged.
    const auto dataset = open(choice);
    return with_label_facts(dataset->info(), label_facts(dataset->train().y, dataset->test().y));
  }

  std::shared_ptr<const Dataset> open() const {
    return manifest_.any_columns() ? uniform().open() : open(choose());
  }

  KnownDataset known() const {
    if (manifest_.any_columns()) return {Readiness::prepared, uniform().info(), {}};
    const Choice choice = choose();
    if (choice.prepared)
      return {Readiness::prepared, with_label_facts(*choice.prepared, known_label_facts(*choice.source)), {}};
    if (choice.source != nullptr) return {Readiness::local, declared(*choice.source), {}};
    for (const Source& source : manifest_.sources)
      if (paths_.network && can_be_downloaded(source))
        return {Readiness::download, declared(source), missing_file(source)};
    const Source& first = manifest_.sources.front();
    return {Readiness::unavailable, declared(first), missing_file(first)};
  }

  std::vector<PreparedContents> prepared() const {
    if (manifest_.any_columns()) {
      const DatasetInfo info = uniform().info();
      return {{info.source, info.content_hash}};
    }
    std::vector<PreparedContents> contents;
    for (const Source& source : manifest_.sources)
      if (const auto info = look_at(entry(source))) contents.push_back({source.name, info->content_hash});
    return contents;
  }

 private:
  void check(const DatasetRequest& request) const {
    for (const auto& [key, rows] :
         {std::pair("max_train", request.max_train), {"max_test", request.max_test}})
      if (rows < 0)
        throw InputError(
            fmt::format("{} of {} is {}, expected 0 (all rows) or more", key, request.name, rows));
    if (request.d < 0)
      throw InputError(fmt::format("d of {} is {}, expected at least 1 column", request.name, request.d));
    if (request.d > 0 && !manifest_.any_columns())
      throw InputError(fmt::format(
          "d of {} is {}, but its number of columns is fixed; only a data set that a generator of the "
          "type \"uniform\" makes can have any",
          request.name, request.d));
  }

  DatasetInfo with_label_facts(DatasetInfo info, const std::optional<LabelFacts>& facts) const {
    info.manifest = manifest_.file.string();
    info.labels = facts;
    return info;
  }
  /// Of an entry that is there, of labels as they stand; none where it has been damaged since.
  std::optional<LabelFacts> unchecked_label_facts(const Source& source) const {
    try {
      return prepared_label_facts(entry(source).file);
    } catch (const Error&) {
      return std::nullopt;
    }
  }
  /// Of an entry that is there, without making it again: none where labels that something may be refused for
  /// are damaged.
  std::optional<LabelFacts> known_label_facts(const Source& source) const {
    const auto facts = unchecked_label_facts(source);
    if (!facts || !facts->are_unusual()) return facts;
    try {
      const Entry wanted = entry(source);
      const auto dataset = open_prepared(wanted.file, wanted.key);
      if (dataset == nullptr) return std::nullopt;
      return label_facts(dataset->train().y, dataset->test().y);
    } catch (const Error&) {
      return std::nullopt;
    }
  }

  UniformDataset uniform() const { return {manifest_, split_, request_}; }

  Entry entry(const Source& source) const { return entry_of(manifest_, source, split_, request_, paths_); }
  DatasetInfo declared(const Source& source) const {
    return declared_info(manifest_, source, split_, request_);
  }

  /// What the rows come from without the network; no source when there is none that is here.
  struct Choice {
    const Source* source = nullptr;
    std::optional<DatasetInfo> prepared;
  };

  /// The first source that is prepared or whose files are here; else the first that can be downloaded. So
  /// what is at hand goes before the network, and among what is at hand, and among what is not, the
  /// manifest's order holds.
  Choice choose() const {
    for (const Source& source : manifest_.sources) {
      if (auto prepared = look_at(entry(source))) return {&source, std::move(prepared)};
      if (missing_file(source).empty()) return {&source, std::nullopt};
    }
    return {};
  }

  /// Name of the first file of the source that is not here; empty when all are.
  std::string missing_file(const Source& source) const {
    for (const SourceFile& file : files_needed(source, split_, paths_))
      if (local_place(file, paths_) == Place::nowhere) return file.name;
    return {};
  }

  bool can_be_downloaded(const Source& source) const {
    for (const SourceFile& file : files_needed(source, split_, paths_))
      if (local_place(file, paths_) == Place::nowhere && file.urls.empty()) return false;
    return true;
  }

  std::shared_ptr<const Dataset> open(const Choice& choice) const {
    if (choice.source == nullptr) return prepare_first_of(all_sources());
    if (!choice.prepared) return prepare(*choice.source);
    if (auto dataset = open_entry(entry(*choice.source))) return dataset;
    return prepare_first_of({choice.source});  // its files may be gone meanwhile
  }

  std::optional<DatasetInfo> look_at(const Entry& wanted) const {
    try {
      return prepared_info(wanted.file, wanted.key);
    } catch (const DamagedEntry& damage) {
      say_damaged(wanted, damage);
      return std::nullopt;
    }
  }

  std::shared_ptr<const Dataset> open_entry(const Entry& wanted) const {
    try {
      return open_prepared(wanted.file, wanted.key);
    } catch (const DamagedEntry& damage) {
      say_damaged(wanted, damage);
      return nullptr;
    }
  }

  void say_damaged(const Entry& wanted, const DamagedEntry& damage) const {
    if (progress_)
      progress_(fmt::format("{} is damaged and is made again: {}", wanted.file.string(), damage.what()));
  }

  std::vector<const Source*> all_sources() const {
    std::vector<const Source*> sources;
    for (const Source& source : manifest_.sources) sources.push_back(&source);
    return sources;
  }

  std::shared_ptr<const Dataset> prepare_first_of(const std::vector<const Source*>& sources) const {
    std::string tried;
    for (const Source* source : sources) {
      try {
        return prepare(*source);
      } catch (const DatasetUnavailable& unavailable) {
        tried += fmt::format("\n  (source \"{}\": {})", source->name, unavailable.what());
      }
    }
    const bool a_mirror_helps = std::ranges::any_of(sources, [](const Source* source) {
      return std::ranges::none_of(source->files, &SourceFile::digest_is_unknown);
    });
    throw DatasetUnavailable(fmt::format(
        "the data set {} is not here: {} is missing{}{}", manifest_.name, missing_file(*sources.front()),
        tried,
        a_mirror_helps ? "\n  (--mirror DIR or SKETCHBENCH_MIRROR names a folder that holds it)" : ""));
  }

  /// By another process.
  static std::shared_ptr<const Dataset> made_meanwhile(const Entry& wanted) {
    try {
      return open_prepared(wanted.file, wanted.key);
    } catch (const DamagedEntry&) {  // still the one that was found to be
      return nullptr;
    }
  }

  std::shared_ptr<const Dataset> prepare(const Source& source) const {
    const Entry wanted = entry(source);
    make_folders(wanted.file.parent_path());
    std::filesystem::path lock_file = wanted.file;
    lock_file += ".lock";
    const FileLock lock(lock_file, progress_);
    if (auto dataset = made_meanwhile(wanted)) return dataset;

    TrainAndTest parts = load_source(manifest_, source, split_, request_, paths_, spill_place(wanted.file),
                                     dead_hosts_of_this_process(), progress_);
    try {
      preprocess(manifest_.preprocess, parts.train, parts.test);
    } catch (const InputError& error) {
      fail_input(manifest_.file, 0, error.what());
    }
    if (const auto column = dominant_column(parts.train.x.view()); column && progress_)
      progress_(column->text(parts.train.x.d) +
                ": scale it in \"preprocess\", with \"unit_variance\" or \"min_max\"");
    DatasetInfo info;
    info.name = manifest_.name;
    info.split = split_.name;
    info.source = source.name;
    info.same_as_paper = source.same_as_paper;
    info.task = manifest_.task;
    remove_leftovers(paths_);
    if (is_in_the_way(wanted.file)) move_aside(wanted.file, paths_.cache / set_aside_folder);
    write_prepared(wanted.file, wanted.key, info, parts.train.view(info.task), parts.test.view(info.task));
    parts = {};  // what is used from here on is the file
    auto dataset = open_prepared(wanted.file, wanted.key);
    if (!dataset)
      throw Error(fmt::format("{} cannot be read back after it was written", wanted.file.string()));
    return dataset;
  }

  const Manifest& manifest_;
  SplitSpec split_;
  DatasetRequest request_;
  const DataPaths& paths_;
  ProgressSink progress_;
};

}  // namespace

DataPaths DataPaths::from_environment(const ManifestSearch& search) {
  const auto variable = [](const char* name) -> std::optional<std::string> {
    const char* value = std::getenv(name);
    if (value == nullptr || *value == '\0') return std::nullopt;
    return std::string(value);
  };
  DataPaths paths;
  paths.manifests = manifest_folders(search);
  if (const auto cache = variable("SKETCHBENCH_DATA")) paths.cache = *cache;
  if (const auto mirror = variable("SKETCHBENCH_MIRROR")) paths.mirror = *mirror;
  paths.network = variable("SKETCHBENCH_OFFLINE").value_or("0") == "0";
  return paths;
}

std::vector<std::string> dataset_names(const DataPaths& paths) { return paths.manifests.names(); }

DatasetInfo prepare_dataset(const DatasetRequest& request, const DataPaths& paths,
                            const ProgressSink& progress) {
  return Opening(request, paths, progress).info();
}

KnownDataset known_dataset(const DatasetRequest& request, const DataPaths& paths) {
  const ProgressSink silent;
  return Opening(request, paths, silent).known();
}

std::vector<PreparedContents> prepared_contents(const DatasetRequest& request, const DataPaths& paths) {
  try {
    const ProgressSink silent;
    return Opening(request, paths, silent).prepared();
  } catch (const MemoryShortage&) {
    throw;
  } catch (const Error&) {  // said by the commands that need the data
    return {};
  }
}

std::shared_ptr<const Dataset> open_dataset(const DatasetRequest& request, const DataPaths& paths,
                                            const ProgressSink& progress) {
  return Opening(request, paths, progress).open();
}

}  // namespace sketchbench
