#include <sketchbench/harness/record/store.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>
#include <sketchbench/core/system/file.hpp>
#include <sketchbench/core/system/memory.hpp>
#include <sketchbench/core/system/move_aside.hpp>
#include <sketchbench/harness/record/cell_claims.hpp>
#include <sketchbench/harness/record/packed_file.hpp>

namespace sketchbench {
namespace {

namespace fs = std::filesystem;

}  // namespace

Store::Store(fs::path results) : results_(std::move(results)), packed_(records()) {}

fs::path Store::path_of(const std::string& id) const { return records() / (id + ".json"); }

fs::path Store::packed_path_of(const std::string& config_name, const std::string& dataset) const {
  return records() / fmt::format("{}.{}{}", config_name, dataset, packed_ending);
}

std::string Store::packed_config_of(const fs::path& file) {
  const std::string name = file.filename().string();
  return name.substr(0, name.find('.'));
}

void Store::require_writable() const {
  try {
    for (const fs::path& folder : {records(), Claims(results_).folder()}) {
      make_folders(folder);
      AtomicFile(folder / ".writable").write("");  // never committed: nothing is left behind
    }
  } catch (const Error& error) {
    throw InputError(fmt::format("the results folder cannot be written: {}", error.what()));
  }
}

void Store::remove_stale_temporaries() const {
  for (const fs::path& folder : {records(), Claims(results_).folder()})
    sketchbench::remove_stale_temporaries(folder);
}

RecordReading Store::look_up(const std::string& id) const {
  using State = RecordReading::State;
  RecordReading loose = read_record(path_of(id));
  if (loose.state == State::good && loose.record.done()) return loose;
  // Looked for after the loose one: packing moves records this way.
  if (auto packed = packed_.find(id)) return {.state = State::good, .record = *std::move(packed)};
  return loose;
}

std::optional<Record> Store::find(const std::string& id) const {
  RecordReading reading = look_up(id);
  if (reading.state != RecordReading::State::good) return std::nullopt;
  return std::move(reading.record);
}

std::unordered_set<std::string> Store::ids() const {
  std::unordered_set<std::string> ids;
  for (const fs::path& file : record_files()) ids.insert(file.stem().string());
  packed_.add_ids(ids);
  return ids;
}

bool Store::put(const Record& record) const {
  using State = RecordReading::State;
  const fs::path file = path_of(record.id);
  const RecordReading there = read_record(file);
  const bool finished = (there.state == State::good || there.state == State::unsealed) && there.record.done();
  if (!record.done() && (finished || packed_.find(record.id))) return false;
  if (there.state != State::missing && there.state != State::good) set_aside(file);
  write_record(file, record);
  return true;
}

fs::path Store::copy_aside(const fs::path& file) const {
  const fs::path target = place_aside(file, damaged());
  write_file_atomically(target, read_file(file));
  return target;
}

fs::path Store::set_aside(const fs::path& file) const { return move_aside(file, damaged()); }

std::vector<fs::path> Store::record_files() const { return files_ending_in(records(), ".json"); }

std::vector<fs::path> Store::packed_files() const { return files_ending_in(records(), packed_ending); }

Store::Loaded Store::load_all() const {
  Loaded loaded;
  std::unordered_map<std::string, std::size_t> unfinished;  // places of loose ones
  std::unordered_set<std::string> finished;
  for (const fs::path& file : record_files()) {
    RecordReading reading = read_record(file);
    if (reading.state == RecordReading::State::good) {
      if (reading.record.done())
        finished.insert(reading.record.id);
      else
        unfinished.emplace(reading.record.id, loaded.records.size());
      loaded.records.push_back(std::move(reading.record));
    } else if (reading.state != RecordReading::State::missing) {  // it went while we looked
      loaded.warnings.push_back(reading.advice());
    }
  }
  // Read after the loose ones: packing moves records this way.
  for_each_packed(packed_files(), [&](Record&& record, std::string_view, std::size_t, bool again) {
    if (again || finished.contains(record.id)) return;
    if (const auto place = unfinished.find(record.id); place != unfinished.end())
      loaded.records[place->second] = std::move(record);
    else
      loaded.records.push_back(std::move(record));
  });
  std::sort(loaded.records.begin(), loaded.records.end(),
            [](const Record& a, const Record& b) { return a.id < b.id; });
  for (std::size_t i = 0; i < loaded.records.size(); ++i)
    loaded.by_request.emplace(request_key(loaded.records[i].cell), i);
  return loaded;
}

std::vector<const Record*> Store::Loaded::answering(const RequestKey& key) const {
  std::vector<const Record*> found;
  const auto [first, last] = by_request.equal_range(key);
  for (auto at = first; at != last; ++at) found.push_back(&records[at->second]);
  return found;
}

std::vector<FileState> Store::state_of_files() const {
  std::vector<FileState> states = states_of(record_files());
  for (FileState& packed : states_of(packed_files())) states.push_back(std::move(packed));
  return states;
}

std::shared_ptr<const Store::Loaded> Store::all() const {
  // Looked at before the files are read: what changes meanwhile is read again the next time.
  std::vector<FileState> state = state_of_files();
  if (loaded_ == nullptr || state != loaded_state_) {
    loaded_ = std::make_shared<const Loaded>(load_all());
    loaded_state_ = std::move(state);
  }
  return loaded_;
}

void Store::put_skips(const std::string& config_name, const std::vector<Skip>& skips) const {
  const fs::path file = results_ / config_name / skips_name;
  sketchbench::remove_stale_temporaries(file.parent_path());
  // The configuration may go by the name of somebody's folder.
  if (!read_skips(config_name).problem.empty()) move_aside(file, damaged());
  if (skips.empty()) {
    std::error_code ignored;
    fs::remove(file, ignored);
    return;
  }
  Json list = Json::array();
  for (const Skip& skip : skips) {
    list.push_back({{"cell", describe(skip.cell)}, {"reason", skip.reason}});
    if (!skip.seeds.empty()) list.back()["seeds"] = skip.seeds;
  }
  write_file_atomically(file, json_text(list, 1) + "\n");
}

Store::SkipList Store::read_skips(const std::string& config_name) const {
  const fs::path file = results_ / config_name / skips_name;
  SkipList list;
  std::error_code error;
  if (fs::symlink_status(file, error).type() == fs::file_type::not_found) return list;
  const auto fail = [&](std::string reason) {
    list.skips.clear();
    if (!reason.starts_with(file.string())) reason = fmt::format("{}: {}", file.string(), reason);
    list.problem = fmt::format("{}; it is no list of skipped cells, and not used", reason);
  };
  try {
    const Json entries = read_json(file);
    if (!entries.is_array()) fail("is not an array");
    for (const Json& entry : entries.is_array() ? entries : Json::array()) {
      const std::string place = fmt::format("{}: \"[{}]\"", file.string(), list.skips.size());
      StrictObject object(entry, place);
      list.skips.push_back(
          {.cell = parse_cell(object.object("cell").json()), .reason = object.text("reason")});
      if (object.has("seeds")) list.skips.back().seeds = object.raw("seeds").get<std::vector<Seed>>();
    }
  } catch (const MemoryShortage&) {
    throw;
  } catch (const Json::exception&) {
    fail(fmt::format("its entry {} is none that a run writes", list.skips.size()));
  } catch (const Error& reason) {
    fail(reason.what());
  }
  return list;
}

std::vector<Skip> Store::skips(const std::string& config_name) const { return read_skips(config_name).skips; }

std::string Store::skips_problem(const std::string& config_name) const {
  return read_skips(config_name).problem;
}

}  // namespace sketchbench
