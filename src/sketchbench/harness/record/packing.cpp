#include <sketchbench/harness/record/packing.hpp>

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <map>
#include <set>
#include <unordered_map>

#include <sketchbench/core/error.hpp>
#include <sketchbench/harness/config/cells.hpp>
#include <sketchbench/harness/record/cell_claims.hpp>
#include <sketchbench/harness/record/folder_lock.hpp>
#include <sketchbench/harness/record/packed_file.hpp>
#include <sketchbench/harness/record/packed_merge.hpp>

namespace sketchbench {
namespace {

namespace fs = std::filesystem;

/// A finished record that has a file of its own; what it holds is read again when it is packed.
struct LooseRecord {
  std::string id, checksum;
  FileState state;
  RequestKey key;
  std::vector<fs::path> targets;
};

class Packing {
 public:
  Packing(const Store& store, PackingOutcome& outcome) : store_(store), outcome_(outcome) {
    read_packed();
    read_loose();
  }

  /// Says for each loose record where it is to be.
  void assign(const std::vector<Config>& configs) {
    std::multimap<RequestKey, LooseRecord*> by_request;
    for (LooseRecord& loose : loose_) by_request.emplace(loose.key, &loose);
    std::map<std::pair<std::string, std::string>, std::set<std::string>> elsewhere;
    for (const Config& config : configs)
      for_each_cell(config, [&](Cell&& cell, std::size_t) {
        const auto [begin, end] = by_request.equal_range(request_key(cell));
        for (auto found = begin; found != end; ++found) {
          LooseRecord& loose = *found->second;
          if (loose.targets.empty()) place(loose, config, cell);
          if (std::ranges::find(loose.targets, config.name, Store::packed_config_of) == loose.targets.end())
            elsewhere[{config.name, Store::packed_config_of(loose.targets.front())}].insert(loose.id);
        }
      });
    for (const auto& [names, ids] : elsewhere) outcome_.elsewhere[names] = ids.size();
    outcome_.of_others =
        std::erase_if(loose_, [](const LooseRecord& loose) { return loose.targets.empty(); });
  }

  void write() {
    std::map<fs::path, std::vector<const LooseRecord*>> by_target;
    for (const LooseRecord& loose : loose_)
      for (const fs::path& target : loose.targets) by_target[target].push_back(&loose);
    for (const auto& [target, records] : by_target) write(target, records);
  }

  void remove_loose() {
    for (const LooseRecord& loose : loose_)
      if (state_of(loose.state.file) != loose.state)
        ++outcome_.changed;
      else if (::unlink(loose.state.file.c_str()) != 0 && errno != ENOENT)
        fail_system("remove", loose.state.file, errno);
    if (!loose_.empty()) synchronise_folder(store_.records());
  }

 private:
  void read_packed() {
    const std::vector<fs::path> files = store_.packed_files();
    for_each_packed(files, [&](Record&& record, std::string_view, std::size_t file, bool) {
      Packed& packed = packed_[record.id];
      packed.checksum = record.checksum;
      packed.files.push_back(files[file]);
    });
  }

  void read_loose() {
    using State = RecordReading::State;
    for (const fs::path& file : store_.record_files()) {
      FileState state = state_of(file);  // looked at before it is read: a change meanwhile is noticed
      RecordReading reading = read_record(file);
      if (reading.state == State::missing) continue;
      if (reading.state != State::good)
        outcome_.untrusted.push_back(reading.advice());
      else if (!reading.record.done())
        ++outcome_.unfinished;
      else
        loose_.push_back({reading.record.id,
                          reading.record.checksum,
                          std::move(state),
                          request_key(reading.record.cell),
                          {}});
    }
  }

  void place(LooseRecord& loose, const Config& config, const Cell& cell) const {
    const auto packed = packed_.find(loose.id);
    if (packed == packed_.end())
      loose.targets = {store_.packed_path_of(config.name, cell.dataset.name)};
    else
      loose.targets = packed->second.files;
  }

  /// False where every one of them is in the file already: an interruption came before they were removed.
  bool brings_news(const std::vector<const LooseRecord*>& records) const {
    return std::any_of(records.begin(), records.end(), [&](const LooseRecord* loose) {
      const auto packed = packed_.find(loose->id);
      return packed == packed_.end() || packed->second.checksum != loose->checksum;
    });
  }

  void write(const fs::path& target, const std::vector<const LooseRecord*>& records) {
    PackedOutcome done{.file = target, .moved = records.size(), .bytes_before = state_of(target).bytes};
    for (const LooseRecord* loose : records) done.bytes_before += loose->state.bytes;
    if (brings_news(records)) merge(target, records);
    done.records = require_packed(target, records);
    done.bytes_after = state_of(target).bytes;
    outcome_.files.push_back(std::move(done));
  }

  static void merge(const fs::path& target, const std::vector<const LooseRecord*>& records) {
    std::vector<std::string> ids;
    for (const LooseRecord* loose : records) ids.push_back(loose->id);
    put_into_pack(target, ids, [&](std::size_t i) {
      RecordReading reading = read_record(records[i]->state.file);
      if (reading.state != RecordReading::State::good || reading.record.checksum != records[i]->checksum)
        throw Error(fmt::format("{}: has changed while it was packed", records[i]->state.file.string()));
      return std::move(reading.record);
    });
  }

  /// Reads what has been written: only then may a loose record go. The number of records in the file.
  static std::size_t require_packed(const fs::path& target, const std::vector<const LooseRecord*>& records) {
    std::size_t count = 0;
    auto next = records.begin();
    for_each_packed(target, [&](Record&& record, std::string_view) {
      ++count;
      if (next != records.end() && (*next)->id == record.id && (*next)->checksum == record.checksum) ++next;
    });
    if (next != records.end())
      throw Error(
          fmt::format("{}: lacks the record of cell {} after it was written", target.string(), (*next)->id));
    return count;
  }

  struct Packed {
    std::string checksum;
    std::vector<fs::path> files;
  };
  const Store& store_;
  PackingOutcome& outcome_;
  std::unordered_map<std::string, Packed> packed_;
  std::vector<LooseRecord> loose_;  ///< sorted by id
};

}  // namespace

PackingOutcome pack(const Store& store, const std::vector<Config>& configs, bool keep) {
  const auto nobody_else = Claims(store.results()).hold_all();
  store.remove_stale_temporaries();
  PackingOutcome outcome;
  Packing packing(store, outcome);
  packing.assign(configs);
  packing.write();
  if (!keep) packing.remove_loose();
  return outcome;
}

}  // namespace sketchbench
