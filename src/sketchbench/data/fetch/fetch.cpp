#include <sketchbench/data/fetch/fetch.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <optional>
#include <vector>

#include <sketchbench/core/sha256.hpp>
#include <sketchbench/core/system/file.hpp>
#include <sketchbench/core/text.hpp>
#include <sketchbench/data/fetch/file_lock.hpp>
#include <sketchbench/data/fetch/known_sum.hpp>

namespace sketchbench {
namespace {

namespace fs = std::filesystem;

void tell(const ProgressSink& progress, const std::string& line) {
  if (progress) progress(line);
}

/// At most a line a second, since logs are read by people.
class DownloadNews {
 public:
  DownloadNews(std::string name, const ProgressSink& sink) : name_(std::move(name)), sink_(sink) {}

  void operator()(std::int64_t have, std::int64_t expected) {
    const auto now = std::chrono::steady_clock::now();
    if (!sink_ || now - last_ < std::chrono::seconds(1)) return;
    last_ = now;
    const std::string had = readable_bytes(static_cast<double>(have));
    sink_(expected > 0 ? fmt::format("fetching {}, {} of {}", name_, had,
                                     readable_bytes(static_cast<double>(expected)))
                       : fmt::format("fetching {}, {}", name_, had));
  }

 private:
  std::string name_;
  const ProgressSink& sink_;
  std::chrono::steady_clock::time_point last_{};
};

std::string wrong_digest(const fs::path& path, const std::string& found, const SourceFile& file) {
  return fmt::format("{} has the SHA-256 {}, expected {}", path.string(), found, file.sha256);
}

/// What to do about a file of one's own that is not what its manifest describes; empty for another.
std::string advice_on_own_file(const LocalFile& local, const SourceFile& file) {
  if (local.place != Place::beside_manifest || !file.urls.empty()) return "";
  return fmt::format(
      " as in {}: if it was changed since then, sketchbench datasets add {} --replace, with the options of "
      "the first time, describes it as it is now; a manifest that datasets add has not written needs the new "
      "sum",
      file.manifest.string(), local.path.string());
}

/// Goes through the places in order and remembers what was wrong with each.
class Search {
 public:
  Search(const SourceFile& file, const DataPaths& paths, DeadHosts& dead_hosts, const ProgressSink& progress)
      : file_(file), paths_(paths), dead_hosts_(dead_hosts), progress_(progress) {}

  fs::path run() {
    if (file_.digest_is_unknown())
      throw DatasetUnavailable(
          fmt::format("{}: its SHA-256 is not known, so that it is not read: in a manifest of your own, put "
                      "what sha256sum prints of your copy in the place of \"{}\"",
                      file_.name, unknown_digest));
    if (!paths_.mirror) failures_.push_back("no mirror is given");
    for (const LocalFile& local : local_files(file_, paths_)) {
      if (std::error_code error; local.place == Place::mirror && !fs::is_directory(*paths_.mirror, error))
        failures_.push_back(fmt::format("the mirror {} is not a folder", paths_.mirror->string()));
      else if (accept(local))
        return local.path;
    }
    if (const auto found = from_publisher()) return *found;
    if (!wrong_digest_.empty()) throw InputError(wrong_digest_);
    throw DatasetUnavailable(fmt::format("{}: {}", file_.name, fmt::join(failures_, "; ")));
  }

 private:
  bool accept(const LocalFile& local) {
    const fs::path& candidate = local.path;
    std::error_code error;
    if (!fs::is_regular_file(candidate, error)) {
      const bool missing = !error || error == std::errc::no_such_file_or_directory;
      failures_.push_back(
          missing ? fmt::format("not in {}{}", candidate.parent_path().string(),
                                local.place == Place::beside_manifest ? ", beside the manifest" : "")
                  : fmt::format("{}: {}", candidate.string(), error.message()));
      return false;
    }
    const std::string found = sha256_file(candidate);
    if (found == file_.sha256) return true;
    remember_wrong(wrong_digest(candidate, found, file_), advice_on_own_file(local, file_));
    return false;
  }

  std::optional<fs::path> from_publisher() {
    if (file_.urls.empty()) {
      failures_.push_back("not to be downloaded");
    } else if (!paths_.network) {
      failures_.push_back("the network is switched off");
    } else {
      const fs::path folder = downloads_folder(paths_), target = folder / file_.name;
      make_folders(folder);
      const FileLock lock(folder / (file_.name + ".lock"), progress_);
      if (std::error_code error; fs::is_regular_file(target, error) && sha256_file(target) == file_.sha256)
        return target;  // by another process
      for (const std::string& url : file_.urls)
        if (try_url(url, target)) return target;
    }
    return std::nullopt;
  }

  bool try_url(const std::string& url, const fs::path& target) {
    try {
      tell(progress_, fmt::format("fetching {} from {}", file_.name, url));
      download({url, target, file_.sha256, file_.bytes, paths_.cache / set_aside_folder}, DownloadLimits{},
               dead_hosts_, DownloadNews(file_.name, progress_));
      return true;
    } catch (const DownloadFailed& failure) {
      failures_.emplace_back(failure.what());
    } catch (const InputError& wrong) {
      remember_wrong(wrong.what());
    }
    return false;
  }

  void remember_wrong(const std::string& message, const std::string& advice = "") {
    tell(progress_, message + "; not used");
    if (wrong_digest_.empty()) wrong_digest_ = message + advice;
    failures_.push_back(message);
  }

  const SourceFile& file_;
  const DataPaths& paths_;
  DeadHosts& dead_hosts_;
  const ProgressSink& progress_;
  std::vector<std::string> failures_;
  std::string wrong_digest_;
};

}  // namespace

fs::path downloads_folder(const DataPaths& paths) { return paths.cache / "downloads"; }

namespace {

/// Files of that name one folder below, in the order of the folders' names.
std::vector<fs::path> in_folders_of(const fs::path& mirror, const std::string& name) {
  std::vector<fs::path> found;
  std::error_code error;  // what cannot be looked at is not here
  for (fs::directory_iterator entry(mirror, error), end; !error && entry != end; entry.increment(error))
    if (std::error_code none; entry->is_directory(none) && fs::is_regular_file(entry->path() / name, none))
      found.push_back(entry->path() / name);
  std::ranges::sort(found);
  return found;
}

}  // namespace

std::vector<LocalFile> local_files(const SourceFile& file, const DataPaths& paths) {
  const fs::path beside = file.manifest.parent_path();
  std::vector<LocalFile> files;
  if (paths.mirror) {
    files.push_back({Place::mirror, *paths.mirror / file.name});
    for (const fs::path& path : in_folders_of(*paths.mirror, file.name))
      files.push_back({Place::mirror, path});
  }
  if (!file.manifest.empty() && beside != paths.mirror)
    files.push_back({Place::beside_manifest, beside / file.name});
  std::error_code error;  // of a manifest that has gone
  if (!file.manifest.empty() && fs::is_symlink(file.manifest, error))
    files.push_back({Place::beside_manifest, folder_of(file.manifest) / file.name});
  files.push_back({Place::downloads, downloads_folder(paths) / file.name});
  return files;
}

Place local_place(const SourceFile& file, const DataPaths& paths) {
  if (file.digest_is_unknown()) return Place::nowhere;  // for it is not used
  std::error_code error;                                // what cannot be looked at is not here
  for (const LocalFile& local : local_files(file, paths))
    if (fs::is_regular_file(local.path, error)) return local.place;
  return Place::nowhere;
}

fs::path fetch_file(const SourceFile& file, const DataPaths& paths, DeadHosts& dead_hosts,
                    const ProgressSink& progress) {
  return Search(file, paths, dead_hosts, progress).run();
}

void require_unchanged(const SourceFile& file, const DataPaths& paths) {
  if (!file.urls.empty() || file.digest_is_unknown()) return;
  const auto is_here = [](const LocalFile& local) {
    std::error_code error;
    return fs::is_regular_file(local.path, error);
  };
  std::vector<LocalFile> files = local_files(file, paths);
  std::erase_if(files, std::not_fn(is_here));
  if (std::ranges::none_of(files, [](const LocalFile& one) { return one.place == Place::beside_manifest; }))
    return;
  std::string wrong;
  for (const LocalFile& local : files) {
    const std::string found = known_sum(local.path, paths.cache);
    if (found == file.sha256) return;
    if (local.place == Place::beside_manifest && wrong.empty())
      wrong = wrong_digest(local.path, found, file) + advice_on_own_file(local, file);
  }
  throw InputError(wrong);
}

}  // namespace sketchbench
