#include <sketchbench/cli/doctor/diagnostics.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/system/disk.hpp>
#include <sketchbench/core/system/file.hpp>
#include <sketchbench/core/system/move_aside.hpp>
#include <sketchbench/core/system/shipped.hpp>
#include <sketchbench/core/text.hpp>
#include <sketchbench/data/cache/inspect.hpp>
#include <sketchbench/data/fetch/fetch.hpp>
#include <sketchbench/harness/config/config.hpp>
#include <sketchbench/harness/record/store_inspection.hpp>
#include <sketchbench/harness/results_layout.hpp>
#include <sketchbench/report/page/page.hpp>
#include <sketchbench/report/plot/draw_figure.hpp>
#include "experiments/cached_value.hpp"

#include <sketchbench/core/json.hpp>

namespace sketchbench {
namespace {

namespace fs = std::filesystem;

constexpr const char* uncounted = "-";

std::string count(std::size_t number) { return with_commas(static_cast<std::int64_t>(number)); }

/// What the action finds, or that it could not look.
template <class Look>
void look_at(Diagnostic& diagnostic, Look&& look) {
  try {
    look();
  } catch (const Error& error) {
    diagnostic.findings.push_back({error.what(), "find out why it cannot be inspected"});
  }
}

/// What is no use to the program may be somebody's own: it is kept.
Finding move_to(const fs::path& folder, const fs::path& file, const std::string& problem,
                const std::string& then) {
  return {problem, fmt::format("moves it to {}; {}", folder.string(), then), [folder, file] {
            return fmt::format("{}: moved to {}", file.string(), move_aside(file, folder).string());
          }};
}

void add_temporaries(Diagnostic& diagnostic, const fs::path& folder) {
  for (const fs::path& file : stale_temporaries(folder))
    diagnostic.findings.push_back(
        {fmt::format("{}: left behind by a command that was killed", file.string()), "removes it", [file] {
           return fmt::format("{}: {}", file.string(),
                              remove_stale_temporary(file) ? "removed" : "has gone meanwhile");
         }});
}

std::string remedy_for(StoreFinding::Kind kind, const Store& store) {
  switch (kind) {
    case StoreFinding::Kind::unsealed_record:
      return "seals it: what it holds makes sense";
    case StoreFinding::Kind::damaged_record:
      return fmt::format("moves it to {}; the next run computes it again", store.damaged().string());
    case StoreFinding::Kind::damaged_pack:
      return fmt::format(
          "keeps what can be read, and a copy of the file in {}; the next run computes the rest",
          store.damaged().string());
    case StoreFinding::Kind::conflicting_packs:
      return "move the file away whose record is not meant";
    case StoreFinding::Kind::dead_claim:
    case StoreFinding::Kind::stale_temporary:
      return "removes it";
    case StoreFinding::Kind::unreadable_record:
      break;
  }
  return "make it readable, or remove it";
}

Finding finding_of(const StoreFinding& fault, const Store& store) {
  Finding finding{fault.problem, remedy_for(fault.kind, store)};
  if (fault.repairable) finding.repair = [fault, store] { return repair(store, fault); };
  return finding;
}

/// Empty where it has none that can be read.
std::string name_in(const fs::path& config) {
  try {
    return read_json(config).value("name", "");
  } catch (const Json::exception&) {
    return "";
  } catch (const InputError&) {
    return "";
  }
}

/// Of configurations that are known here, or have packed records: other folders are somebody's own.
std::set<std::string> names_of_configurations(const Store& store) {
  std::set<std::string> names;
  for (const fs::path& file : store.packed_files()) {
    const std::string name = file.filename().string();
    names.insert(name.substr(0, name.size() - packed_ending.size()));
  }
  for (const fs::path& file : all_configs()) {
    const std::string name = name_in(file);
    if (!name.empty()) names.insert({name, name + quick_ending});
  }
  return names;
}

/// Folders of tables and figures, and the results folder itself.
std::vector<fs::path> folders_of_reports(const Store& store) {
  std::vector<fs::path> folders = {store.results()};
  std::error_code error;
  for (auto entry = fs::directory_iterator(store.results(), error);
       !error && entry != fs::directory_iterator(); entry.increment(error)) {
    std::error_code unknown;
    if (entry->is_directory(unknown) && !is_reserved_folder(entry->path().filename().string()))
      folders.push_back(entry->path());
  }
  std::sort(folders.begin(), folders.end());
  return folders;
}

Diagnostic diagnose_lists_of_skips(const Store& store, const std::vector<fs::path>& folders) {
  Diagnostic diagnostic{"lists of skipped cells", store.results().string(), "", {}, ""};
  const std::set<std::string> known = names_of_configurations(store);
  std::size_t lists = 0;
  for (const fs::path& folder : folders) {
    const fs::path file = folder / skips_name;
    const std::string name = folder.filename().string();
    std::error_code error;
    if (folder == store.results() || !known.contains(name) || !fs::exists(fs::symlink_status(file, error)))
      continue;
    ++lists;
    if (const std::string problem = store.skips_problem(name); !problem.empty())
      diagnostic.findings.push_back(move_to(store.damaged(), file, problem, "a run writes it again"));
  }
  diagnostic.checked = count(lists);
  return diagnostic;
}

Diagnostic diagnose_temporaries_of_reports(const std::vector<fs::path>& folders, const Store& store) {
  Diagnostic diagnostic{"tables and figures",
                        store.results().string(),
                        plural(static_cast<std::int64_t>(folders.size() - 1), "folder"),
                        {},
                        ""};
  for (const fs::path& folder : folders) add_temporaries(diagnostic, folder);
  return diagnostic;
}

Diagnostic diagnose_cached_values(const fs::path& cache) {
  const fs::path folder = cached_values_folder(cache);
  Diagnostic diagnostic{"kept values", folder.string(), "0", {}, ""};
  const CachedValues found = inspect_cached_values(cache);
  diagnostic.checked = count(found.files);
  for (const fs::path& file : found.damaged)
    diagnostic.findings.push_back(move_to(cache / set_aside_folder, file,
                                          fmt::format("{}: damaged", file.string()),
                                          "a cell that needs it computes it again"));
  add_temporaries(diagnostic, folder);
  return diagnostic;
}

/// Rows of the table for the faults of a cache, by what they are about.
struct CacheRows {
  Diagnostic manifests, files, entries, leftovers;

  Diagnostic& row_of(CacheFault::Kind kind) {
    switch (kind) {
      case CacheFault::Kind::unreadable_manifest:
        return manifests;
      case CacheFault::Kind::wrong_file:
      case CacheFault::Kind::unreadable:
        return files;
      case CacheFault::Kind::damaged_entry:
        return entries;
      case CacheFault::Kind::stale_temporary:
      case CacheFault::Kind::stale_lock:
      case CacheFault::Kind::useless_download:
        break;
    }
    return leftovers;
  }
};

std::string remedy_for(const CacheFault& fault) {
  switch (fault.kind) {
    case CacheFault::Kind::damaged_entry:
      return "moves it aside; the next use prepares it again";
    case CacheFault::Kind::wrong_file:
      return fault.repairable
                 ? "moves it aside; the next use fetches it again"
                 : "put the publisher's file in its place: the program cannot fetch it, or it is "
                   "not in the cache";
    case CacheFault::Kind::unreadable_manifest:
      return "mend it by hand";
    case CacheFault::Kind::unreadable:
      return "make it readable, or remove it";
    case CacheFault::Kind::useless_download:
      return "moves it aside";
    case CacheFault::Kind::stale_temporary:
    case CacheFault::Kind::stale_lock:
      break;
  }
  return "removes it";
}

Finding finding_of(const CacheFault& fault) {
  Finding finding{fault.what.starts_with(fault.file.string())
                      ? fault.what
                      : fmt::format("{}: {}", fault.file.string(), fault.what),
                  remedy_for(fault)};
  if (fault.repairable)
    finding.repair = [fault] {
      return fmt::format("{}: {}", fault.file.string(),
                         repair(fault).value_or("left alone: it is in use or in order by now"));
    };
  return finding;
}

/// The first of the files' names.
std::string some_names(const std::vector<fs::path>& files) {
  constexpr std::size_t most_named = 3;
  std::string text;
  for (std::size_t i = 0; i < std::min(files.size(), most_named); ++i)
    text += (i > 0 ? ", " : "") + files[i].filename().string();
  return text + (files.size() > most_named ? ", ..." : "");
}

/// "rcv1.bz2.part: 3.20 MB of 13.7 MB are there, the next fetch goes on from them".
std::string remark_on(const std::vector<UnfinishedDownload>& unfinished) {
  std::string text;
  for (const UnfinishedDownload& one : unfinished) {
    const std::string of =
        one.expected > 0 ? fmt::format(" of {}", readable_bytes(static_cast<double>(one.expected))) : "";
    text += fmt::format("{}{}: {}{} are there, {}", text.empty() ? "" : "; ", one.file.filename().string(),
                        readable_bytes(static_cast<double>(one.bytes)), of,
                        one.described ? "the next fetch goes on from them" : "of no manifest here");
  }
  return text;
}

/// "slice.zip, ...: not checked, for their SHA-256 is not known"; empty when there are none.
std::string remark_on_unknown(const std::vector<fs::path>& files) {
  if (files.empty()) return "";
  return fmt::format("{}: not checked, for {} SHA-256 is not known", some_names(files),
                     files.size() == 1 ? "its" : "their");
}

/// "2 files, 3.20 MB, are of no manifest here: mnist-official-0123.bin, ..."; empty when there are none.
std::string remark_on_undescribed(const CacheInspection& found) {
  if (found.undescribed.empty()) return "";
  return fmt::format("{}, {}, {} of no manifest here: {}",
                     plural(static_cast<std::int64_t>(found.undescribed.size()), "file"),
                     readable_bytes(static_cast<double>(found.undescribed_bytes)),
                     found.undescribed.size() == 1 ? "is" : "are", some_names(found.undescribed));
}

Diagnostic diagnose_folder(const char* what, const fs::path& folder) {
  Diagnostic diagnostic{what, folder.string(), uncounted, {}, ""};
  look_at(diagnostic, [&] {
    const DiskState state = disk_of(folder);
    diagnostic.remark = fmt::format("{} free", readable_bytes(state.bytes_free));
    if (std::isfinite(state.files_free))
      diagnostic.remark +=
          fmt::format(", {} more files", with_commas(static_cast<std::int64_t>(state.files_free)));
    if (const std::string shortage = shortage_on(state); !shortage.empty())
      diagnostic.findings.push_back({fmt::format("{}: {}", folder.string(), shortage), "make room"});
    if (const std::string reason = why_not_writable(folder); !reason.empty())
      diagnostic.findings.push_back({reason, "make the folder writable, or name another"});
  });
  return diagnostic;
}

}  // namespace

std::vector<Diagnostic> diagnose_results(const Store& store) {
  Diagnostic records{"records", store.records().string(), "0", {}, ""};
  Diagnostic leftovers{"claims and temporary files", store.records().string(), uncounted, {}, ""};
  look_at(records, [&] {
    const std::size_t packed = store.packed_files().size();
    records.checked = count(store.record_files().size() + packed);
    if (packed > 0)
      records.remark = plural(static_cast<std::int64_t>(packed), "file") + " of packed records among them";
    for (const StoreFinding& fault : inspect(store)) {
      const bool is_leftover =
          fault.kind == StoreFinding::Kind::dead_claim || fault.kind == StoreFinding::Kind::stale_temporary;
      (is_leftover ? leftovers : records).findings.push_back(finding_of(fault, store));
    }
  });
  const std::vector<fs::path> folders = folders_of_reports(store);
  return {std::move(records), std::move(leftovers), diagnose_lists_of_skips(store, folders),
          diagnose_temporaries_of_reports(folders, store)};
}

std::vector<Diagnostic> diagnose_data(const DataPaths& paths, const ProgressSink& progress) {
  const std::string cache = paths.cache.string();
  CacheRows rows{
      .manifests = {"manifests", paths.manifests.folders().display(), "0", {}, ""},
      .files = {"published files", paths.mirror ? paths.mirror->string() + ", " + cache : cache, "0", {}, ""},
      .entries = {"prepared data", cache, "0", {}, ""},
      .leftovers = {"temporary files and locks", cache, uncounted, {}, ""}};
  look_at(rows.manifests, [&] {
    const CacheInspection found = inspect_cache(paths, progress);
    rows.manifests.checked = std::to_string(found.manifests);
    rows.files.checked = std::to_string(found.files);
    rows.entries.checked = std::to_string(found.entries);
    rows.files.remark = remark_on_unknown(found.unknown);
    rows.entries.remark = remark_on_undescribed(found);
    rows.leftovers.remark = remark_on(found.unfinished);
    if (!found.set_aside.empty())
      rows.leftovers.remark +=
          fmt::format("{}{} in {}, set aside: yours to remove", rows.leftovers.remark.empty() ? "" : "; ",
                      plural(std::ssize(found.set_aside), "file"), (paths.cache / set_aside_folder).string());
    for (const CacheFault& fault : found.faults)
      rows.row_of(fault.kind).findings.push_back(finding_of(fault));
  });
  return {std::move(rows.manifests), std::move(rows.files), std::move(rows.entries),
          std::move(rows.leftovers), diagnose_cached_values(paths.cache)};
}

std::vector<Diagnostic> diagnose_folders(const Store& store, const DataPaths& paths) {
  return {diagnose_folder("disk of the results", store.results()),
          diagnose_folder("disk of the data", paths.cache)};
}

std::vector<Diagnostic> diagnose_tools() {
  const auto gnuplot = find_gnuplot();
  std::error_code error;
  const fs::path library = find_resource(default_chart_library);
  const bool charts = fs::exists(library, error);
  return {{"gnuplot",
           gnuplot ? gnuplot->string() : "",
           uncounted,
           {},
           gnuplot ? "" : "not installed: no figures; \"scripts/install-dependencies figures\""},
          {"charts of the page",
           charts ? library.string() : "",
           uncounted,
           {},
           charts ? "" : "not made: tables only; \"scripts/install-dependencies page\""}};
}

}  // namespace sketchbench
