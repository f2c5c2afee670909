#include <fmt/format.h>

#include <algorithm>

#include <sketchbench/core/json.hpp>
#include <sketchbench/core/sha256.hpp>
#include <sketchbench/core/system/file.hpp>
#include <sketchbench/core/system/move_aside.hpp>
#include <sketchbench/data/cache/cache.hpp>
#include <sketchbench/data/cache/entry.hpp>
#include <sketchbench/data/cache/inspect.hpp>
#include <sketchbench/data/fetch/fetch.hpp>
#include <sketchbench/data/fetch/file_lock.hpp>

namespace sketchbench {
namespace {

namespace fs = std::filesystem;
using Kind = CacheFault::Kind;

/// The regular files of a folder, sorted; none when there is no folder.
std::vector<fs::path> files_of(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code error;
  for (auto entry = fs::directory_iterator(folder, error); !error && entry != fs::directory_iterator();
       entry.increment(error))
    if (entry->is_regular_file(error)) files.push_back(entry->path());
  std::sort(files.begin(), files.end());
  return files;
}

std::uintmax_t bytes_of(const fs::path& file) {
  std::error_code error;
  const std::uintmax_t bytes = fs::file_size(file, error);
  return error ? 0 : bytes;
}

fs::path lock_of(const fs::path& file) {
  fs::path lock = file;
  lock += ".lock";
  return lock;
}

/// What is wrong with the entry; nothing when it is as it was written. Error when it cannot be read: that
/// says nothing against what it holds.
std::optional<std::string> damage_of(const fs::path& file, std::string& key) {
  try {
    key = open_prepared(file).key;
    return std::nullopt;
  } catch (const DamagedEntry& damage) {
    return damage.what();
  }
}

/// The numbers of rows and the seed of a random split are the only parts of a key that are the request's own.
DatasetRequest row_limits_of(const std::string& key) {
  const Json json = Json::parse(key, nullptr, false);  // what is not JSON is not a key
  const auto limit = [&](const char* name) -> Index {
    const auto found = json.is_object() ? json.find(name) : json.end();
    return found != json.end() && found->is_number_integer() ? found->get<Index>() : 0;
  };
  return {.name = {}, .split = {}, .max_train = limit("max_train"), .max_test = limit("max_test")};
}

/// The split with the seed that the key has, if it has one.
SplitSpec with_seed_of(const std::string& key, SplitSpec split) {
  const Json json = Json::parse(key, nullptr, false);
  const Json seed = json.is_object() ? json.value("/split/seed"_json_pointer, Json()) : Json();
  if (split.kind == SplitSpec::Kind::random && seed.is_number_unsigned()) split.seed = seed.get<Seed>();
  return split;
}

bool describes(const Manifest& manifest, const std::string& key, const fs::path& file,
               const DataPaths& paths) {
  const DatasetRequest limits = row_limits_of(key);
  for (const Source& source : manifest.sources)
    for (const SplitSpec& split : manifest.splits) {
      const Entry entry = entry_of(manifest, source, with_seed_of(key, split), limits, paths);
      if (entry.key == key && entry.file.filename() == file.filename()) return true;
    }
  return false;
}

/// The file of that name which a manifest wants, if possible one that can be fetched; null when there is
/// none.
const SourceFile* wanted_file(const std::vector<Manifest>& manifests, const std::string& name) {
  const SourceFile* wanted = nullptr;
  for (const Manifest& manifest : manifests)
    for (const Source& source : manifest.sources)
      for (const SourceFile& file : source.files)
        if (file.name == name && (wanted == nullptr || wanted->urls.empty())) wanted = &file;
  return wanted;
}

/// Not beside the whole file, and not where there is more of it than there should be. What no manifest here
/// wants, one in a folder that is not known here may.
bool is_continued(const fs::path& part, const SourceFile* whole) {
  if (whole == nullptr) return true;
  std::error_code error;
  if (fs::exists(fs::path(part).replace_extension(), error)) return false;
  return !whole->urls.empty() &&
         (whole->bytes == 0 || bytes_of(part) <= static_cast<std::uintmax_t>(whole->bytes));
}

class Inspection {
 public:
  Inspection(const DataPaths& paths, const ProgressSink& progress) : paths_(paths), progress_(progress) {}

  void check_files(const Manifest& manifest) {
    for (const Source& source : manifest.sources)
      for (const SourceFile& file : source.files)
        for (const LocalFile& local : local_files(file, paths_)) check_file(file, local);
  }

  /// The key of an entry that is in order; nothing when it is damaged or cannot be read.
  std::optional<std::string> check_entry(const fs::path& file) {
    say_checking(file);
    ++result_.entries;
    std::string key;
    std::optional<std::string> damage;
    if (!read_or_complain(file, [&] { damage = damage_of(file, key); })) return std::nullopt;
    if (!damage) return key;
    add(Kind::damaged_entry, file, fmt::format("damaged: {}", *damage));
    return std::nullopt;
  }

  void check_all() {
    std::vector<Manifest> manifests;
    std::vector<std::string> unreadable;
    for (const std::string& name : paths_.manifests.names()) {
      const std::vector<fs::path> files = manifest_files(paths_.manifests.folders(), name);
      if (files.empty()) continue;  // gone meanwhile
      ++result_.manifests;
      try {
        manifests.push_back(paths_.manifests.find(name));
      } catch (const InputError& error) {
        add(Kind::unreadable_manifest, files.front(), error.what());
        unreadable.push_back(name);
      }
    }
    for (const Manifest& manifest : manifests) check_files(manifest);
    check_prepared(manifests, unreadable);
    check_downloads(manifests);
    result_.set_aside = files_of(paths_.cache / set_aside_folder);
  }

  CacheInspection result() {
    std::sort(result_.faults.begin(), result_.faults.end(),
              [](const CacheFault& a, const CacheFault& b) { return a.file < b.file; });
    return std::move(result_);
  }

 private:
  void check_file(const SourceFile& file, const LocalFile& local) {
    const fs::path& path = local.path;
    std::error_code error;
    if (!fs::is_regular_file(path, error)) return;
    if (file.digest_is_unknown()) {
      result_.unknown.push_back(path);
      return;
    }
    say_checking(path);
    ++result_.files;
    std::string found;
    if (!read_or_complain(path, [&] { found = sha256_file(path); }) || found == file.sha256) return;
    add(Kind::wrong_file, path, fmt::format("has the SHA-256 {}, expected {}", found, file.sha256));
    result_.faults.back().repairable = local.place == Place::downloads && !file.urls.empty();
  }

  void check_prepared(const std::vector<Manifest>& manifests, const std::vector<std::string>& unreadable) {
    const fs::path folder = paths_.cache / "prepared";
    for (const fs::path& file : files_of(folder)) {
      if (file.extension() == ".lock") check_lock(file);
      if (file.extension() != ".bin") continue;
      if (!is_entry_name(file.filename().string())) {
        add_undescribed(file);
        continue;
      }
      const auto key = check_entry(file);
      if (!key) continue;
      const auto knows = [&](const Manifest& manifest) { return describes(manifest, *key, file, paths_); };
      const auto may_know = [&](const std::string& name) {
        return file.filename().string().starts_with(name + "-");
      };
      if (std::none_of(manifests.begin(), manifests.end(), knows) &&
          std::none_of(unreadable.begin(), unreadable.end(), may_know))
        add_undescribed(file);
    }
    for (const fs::path& file : stale_temporaries(folder))
      add(Kind::stale_temporary, file, "left by a process that was ended while it wrote");
  }

  void check_downloads(const std::vector<Manifest>& manifests) {
    const fs::path folder = downloads_folder(paths_);
    for (const fs::path& file : files_of(folder)) {
      if (file.extension() == ".lock") check_lock(file);
      if (file.extension() != ".part") continue;
      if (FileLock::is_held(lock_of(fs::path(file).replace_extension()))) continue;
      const SourceFile* whole = wanted_file(manifests, file.stem().string());
      if (is_continued(file, whole))
        result_.unfinished.push_back(
            {file, bytes_of(file), whole != nullptr ? whole->bytes : 0, whole != nullptr});
      else
        add(Kind::useless_download, file,
            "a download that was not finished, and that no later one goes on from");
    }
  }

  void check_lock(const fs::path& file) {
    if (FileLock::names_holder(file) && !FileLock::is_held(file))
      add(Kind::stale_lock, file, "a lock that nobody holds");
  }

  void add_undescribed(const fs::path& file) {
    result_.undescribed.push_back(file);
    result_.undescribed_bytes += bytes_of(file);
  }

  /// False when the system did not let it be read.
  template <class Read>
  bool read_or_complain(const fs::path& file, Read&& read) {
    try {
      read();
      return true;
    } catch (const Error& error) {
      add(Kind::unreadable, file, error.what());
      return false;
    }
  }

  void add(Kind kind, const fs::path& file, std::string what) {
    const bool repairable = kind != Kind::unreadable_manifest && kind != Kind::unreadable;
    result_.faults.push_back({kind, file, std::move(what), bytes_of(file), repairable});
  }
  void say_checking(const fs::path& file) const {
    if (progress_) progress_(fmt::format("checking {}", file.string()));
  }

  const DataPaths& paths_;
  const ProgressSink& progress_;
  CacheInspection result_;
};

}  // namespace

CacheInspection inspect_cache(const DataPaths& paths, const ProgressSink& progress) {
  Inspection inspection(paths, progress);
  inspection.check_all();
  return inspection.result();
}

std::optional<std::string> repair(const CacheFault& fault) {
  const fs::path& file = fault.file;
  if (!fault.repairable) throw Error(fmt::format("{} cannot be repaired: {}", file.string(), fault.what));
  const auto removed = [](bool done) { return done ? std::optional("removed") : std::nullopt; };
  std::error_code error;
  if (!fs::exists(file, error)) return std::nullopt;
  if (fault.kind == Kind::stale_lock)  // removed at its end
    return removed(FileLock::names_holder(file) && FileLock::if_free(file).has_value());
  if (fault.kind == Kind::stale_temporary) return removed(remove_stale_temporary(file));
  const bool is_part = fault.kind == Kind::useless_download;
  const auto lock = FileLock::if_free(lock_of(is_part ? fs::path(file).replace_extension() : file));
  if (!lock) return std::nullopt;
  std::string key;
  if (fault.kind == Kind::damaged_entry && !damage_of(file, key))
    return std::nullopt;  // made again meanwhile
  return fmt::format("moved to {}",
                     move_aside(file, file.parent_path().parent_path() / set_aside_folder).string());
}

Verification verify_dataset(const Manifest& manifest, const DataPaths& paths, const ProgressSink& progress) {
  Inspection inspection(paths, progress);
  inspection.check_files(manifest);
  for (const fs::path& file : files_of(paths.cache / "prepared"))
    if (is_entry_name(file.filename().string()) && file.filename().string().starts_with(manifest.name + "-"))
      inspection.check_entry(file);
  CacheInspection found = inspection.result();
  Verification result{found.files, found.entries, {}, std::move(found.unknown)};
  for (const CacheFault& fault : found.faults)
    result.failures.push_back(
        fmt::format("{}: {}{}", fault.file.string(), fault.what,
                    fault.kind == Kind::damaged_entry ? "; the next use makes it again" : ""));
  return result;
}

}  // namespace sketchbench
