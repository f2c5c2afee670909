#include <sketchbench/harness/record/merging.hpp>

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <map>
#include <memory>
#include <set>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/text.hpp>
#include <sketchbench/harness/record/cell_claims.hpp>
#include <sketchbench/harness/record/folder_lock.hpp>
#include <sketchbench/harness/record/packed_file.hpp>
#include <sketchbench/harness/record/packed_merge.hpp>
#include <sketchbench/harness/record/store.hpp>

namespace sketchbench {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_problems_named = 5;
constexpr std::size_t the_target = 0;  ///< place among the folders that are read

/// Where the record of a cell stands; what it holds is read again when it is written.
struct HeldRecord {
  fs::path file;
  bool packed = false, done = false;
  std::string checksum, started, about;
  std::size_t folder = 0;
};
using HeldRecords = std::map<std::string, HeldRecord>;  ///< by id

/// "adult, ⟨x,y⟩², tensor_sketch, D = 200, seed 3": which cell a message is about.
std::string about(const Cell& cell) {
  return fmt::format("{}, {}, {}{}{}", cell.dataset.name, cell.kernel.display(), cell.method,
                     cell.D > 0 ? fmt::format(", D = {}", cell.D) : "",
                     cell.seed ? fmt::format(", seed {}", *cell.seed) : "");
}

HeldRecord held(const Record& record, const fs::path& file, bool packed, std::size_t folder) {
  const auto run = record.json.find("run");
  return {.file = file,
          .packed = packed,
          .done = record.done(),
          .checksum = record.checksum,
          .started = run == record.json.end() ? "" : run->value("started", ""),
          .about = about(record.cell),
          .folder = folder};
}

template <class Failure = InputError>
void fail_for(const std::string& what, const std::vector<std::string>& problems) {
  if (problems.empty()) return;
  std::string text = what;
  const std::size_t named = std::min(problems.size(), most_problems_named);
  for (std::size_t i = 0; i < named; ++i) text += "\n  " + problems[i];
  if (named < problems.size()) text += fmt::format("\n  and {} more", problems.size() - named);
  throw Failure(text);
}

/// What the folders hold before anything is written.
class Inventory {
 public:
  explicit Inventory(MergePreference prefer) : prefer_(prefer) {}

  /// As commands read a folder: a loose record that is finished stands for the packed one of its cell, which
  /// stands for a loose one that is not.
  HeldRecords read(const Store& store, std::size_t folder) {
    HeldRecords found;
    for (const fs::path& file : store.record_files()) {
      const RecordReading reading = read_record(file);
      if (reading.state == RecordReading::State::good)
        found.emplace(reading.record.id, held(reading.record, file, false, folder));
      else if (reading.state != RecordReading::State::missing)
        untrusted_.push_back(reading.advice());
    }
    try {
      const std::vector<fs::path> files = store.packed_files();
      for_each_packed(files, [&](Record&& record, std::string_view, std::size_t file, bool) {
        if (folder == the_target) packed_in_target_[record.id].push_back(files[file]);
        const auto [there, is_new] = found.emplace(record.id, held(record, files[file], true, folder));
        if (!is_new && !there->second.done) there->second = held(record, files[file], true, folder);
      });
    } catch (const InputError& error) {
      untrusted_.push_back(error.what());
    }
    return found;
  }

  /// Has the folder's records stand beside those of the folders before it.
  void add(HeldRecords&& records) {
    for (auto& [id, record] : records) {
      const auto [there, is_new] = chosen_.emplace(id, record);
      if (is_new || there->second.checksum == record.checksum) continue;
      if (is_better(record, there->second, id)) there->second = std::move(record);
    }
  }

  void require_trusted() const {
    fail_for("nothing was merged; records that cannot be trusted:", untrusted_);
  }
  void require_agreement() const {
    fail_for<DifferentRecords>(
        "nothing was merged; different records of one cell, expected the same, or a preference, first or "
        "newest, "
        "to choose:",
        conflicts_);
  }

  const HeldRecords& chosen() const { return chosen_; }
  /// The target's packed files that have the cell.
  std::vector<fs::path> packed_in_target(const std::string& id) const {
    const auto found = packed_in_target_.find(id);
    return found == packed_in_target_.end() ? std::vector<fs::path>() : found->second;
  }

 private:
  bool is_better(const HeldRecord& record, const HeldRecord& before, const std::string& id) {
    if (record.done != before.done) return record.done;
    if (prefer_ == MergePreference::none)
      conflicts_.push_back(fmt::format("{} and {}: cell {} ({})", before.file.string(), record.file.string(),
                                       id, record.about));
    return prefer_ == MergePreference::newest && record.started > before.started;
  }

  MergePreference prefer_;
  HeldRecords chosen_;
  std::map<std::string, std::vector<fs::path>> packed_in_target_;
  std::vector<std::string> untrusted_, conflicts_;
};

/// Writes what was chosen and is not in the target yet.
class MergeWriting {
 public:
  MergeWriting(const Store& target, const HeldRecords& there, const Inventory& inventory) : target_(target) {
    for (const auto& [id, record] : inventory.chosen()) {
      if (record.folder == the_target) continue;
      // A loose record that is finished would go on standing for a packed one.
      const auto old = there.find(id);
      const bool loose_there = old != there.end() && !old->second.packed && old->second.done;
      if (!record.packed || loose_there) {
        loose_[record.file].insert({id, record.checksum});
        continue;
      }
      std::vector<fs::path> files = inventory.packed_in_target(id);
      if (files.empty()) files = {target.records() / record.file.filename()};
      for (const fs::path& file : files) packs_[file][record.file].insert({id, record.checksum});
    }
  }

  void write() const {
    for (const auto& [target, sources] : packs_) {
      std::map<std::string, Record> records;
      for (const auto& [source, wanted] : sources)
        read(source, wanted, [&](Record&& record) {
          std::string id = record.id;
          records.insert_or_assign(std::move(id), std::move(record));
        });
      std::vector<std::string> ids;
      for (const auto& [id, record] : records) ids.push_back(id);
      put_into_pack(target, ids, [&](std::size_t i) { return records.at(ids[i]); });
    }
    for (const auto& [source, wanted] : loose_)
      read(source, wanted, [&](const Record& record) { target_.put(record); });
  }

 private:
  using Wanted = std::map<std::string, std::string>;  ///< ids with the checksums that were looked at
  using Sources = std::map<fs::path, Wanted>;

  template <class Take>
  static void read(const fs::path& source, const Wanted& wanted, Take&& take) {
    std::size_t found = 0;
    const auto look = [&](Record&& record) {
      const auto one = wanted.find(record.id);
      if (one == wanted.end() || one->second != record.checksum) return;
      ++found;
      take(std::move(record));
    };
    if (source.native().ends_with(packed_ending)) {
      for_each_packed(source, [&](Record&& record, std::string_view) { look(std::move(record)); });
    } else {
      RecordReading reading = read_record(source);
      if (reading.state == RecordReading::State::good) look(std::move(reading.record));
    }
    if (found != wanted.size())
      throw Error(fmt::format("{}: has changed while it was merged; the same command goes on from here",
                              source.string()));
  }

  const Store& target_;
  std::map<fs::path, Sources> packs_;
  Sources loose_;
};

bool is_same_folder(const fs::path& a, const fs::path& b) {
  std::error_code error;
  return fs::weakly_canonical(a, error) == fs::weakly_canonical(b, error) || fs::equivalent(a, b, error);
}

/// Keeps runs from claiming cells of a folder that is only read: as far as it has claims and they can be
/// written, for on a medium that is read only nobody runs.
std::unique_ptr<FolderLock> hold(const fs::path& folder) {
  const Claims claims(folder);
  std::error_code error;
  if (!fs::is_directory(claims.folder(), error) || ::access(claims.folder().c_str(), W_OK | X_OK) != 0)
    return nullptr;
  return claims.hold_all();
}

bool has_records(const Store& store) {
  return !store.record_files().empty() || !store.packed_files().empty();
}

void require_folders(const std::vector<fs::path>& folders) {
  for (std::size_t i = 0; i < folders.size(); ++i) {
    std::error_code error;
    if (!fs::is_directory(folders[i], error))
      throw InputError(
          fmt::format("{}: there is no such folder, expected one of results", folders[i].string()));
    if (!has_records(Store(folders[i])))
      throw InputError(fmt::format("{}: the folder holds no records, expected results", folders[i].string()));
    for (std::size_t j = 0; j < i; ++j)
      if (is_same_folder(folders[i], folders[j]))
        throw InputError(fmt::format("{} and {}: are one folder, expected it once", folders[j].string(),
                                     folders[i].string()));
  }
}

MergedFolder count_of(const fs::path& folder, std::size_t place, const HeldRecords& records,
                      const HeldRecords& chosen) {
  MergedFolder counted{.folder = folder, .records = records.size()};
  for (const auto& [id, record] : records) {
    const HeldRecord& stays = chosen.at(id);
    if (stays.folder == place)
      ++counted.taken;
    else if (stays.checksum == record.checksum)
      ++counted.known;
    else
      ++counted.left_out;
  }
  return counted;
}

}  // namespace

MergeOutcome merge_records(const std::vector<fs::path>& folders, const fs::path& into,
                           MergePreference prefer) {
  require_folders(folders);
  const Store target(into);
  std::error_code error;
  std::vector<std::unique_ptr<FolderLock>> locks;
  const bool is_there = fs::is_directory(into, error) && has_records(target);
  if (is_there) locks.push_back(Claims(into).hold_all());

  Inventory inventory(prefer);
  const HeldRecords there = is_there ? inventory.read(target, the_target) : HeldRecords();
  inventory.add(HeldRecords(there));
  std::vector<HeldRecords> found;
  for (std::size_t i = 0; i < folders.size(); ++i) {
    const bool is_target = is_same_folder(folders[i], into);
    if (!is_target) locks.push_back(hold(folders[i]));
    found.push_back(is_target ? there : inventory.read(Store(folders[i]), i + 1));
    inventory.add(HeldRecords(found.back()));
  }
  inventory.require_trusted();
  inventory.require_agreement();

  target.require_writable();
  if (!is_there) {
    locks.push_back(Claims(into).hold_all());
    if (has_records(target))
      throw Error(fmt::format("{}: records have come meanwhile: try again", into.string()));
  }
  target.remove_stale_temporaries();
  MergeWriting(target, there, inventory).write();
  MergeOutcome outcome{.records = inventory.chosen().size()};
  for (std::size_t i = 0; i < folders.size(); ++i)
    outcome.folders.push_back(count_of(folders[i], i + 1, found[i], inventory.chosen()));
  return outcome;
}

}  // namespace sketchbench
