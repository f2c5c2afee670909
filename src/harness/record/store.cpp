#include "harness/record/store.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>

#include "core/error.hpp"
#include "core/system/file.hpp"
#include "core/system/host_identity.hpp"
#include "harness/worker/claims.hpp"

namespace sketchbench {
namespace {

namespace fs = std::filesystem;

}  // namespace

Store::Store(fs::path results) : results_(std::move(results)) {}

fs::path Store::path_of(const std::string& id) const { return records() / (id + ".json"); }

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

std::optional<Record> Store::find(const std::string& id) const {
  RecordReading reading = look_up(id);
  if (reading.state != RecordReading::State::good) return std::nullopt;
  return std::move(reading.record);
}

bool Store::put(const Record& record) const {
  using State = RecordReading::State;
  const RecordReading there = look_up(record.id);
  const bool finished = (there.state == State::good || there.state == State::unsealed) && there.record.done();
  if (finished && !record.done()) return false;
  const fs::path file = path_of(record.id);
  if (there.state != State::missing && there.state != State::good) set_aside(file);
  write_record(file, record);
  return true;
}

fs::path Store::set_aside(const fs::path& file) const {
  make_folders(damaged());
  const fs::path target =
      damaged() / (file.stem().string() + "-" + random_hex(4) + file.extension().string());
  if (::rename(file.c_str(), target.c_str()) != 0 && errno != ENOENT)  // ENOENT: another run has done it
    fail_system("move aside", file, errno);
  synchronise_folder(damaged());
  synchronise_folder(file.parent_path());
  return target;
}

std::vector<fs::path> Store::record_files() const {
  std::vector<fs::path> files;
  std::error_code error;
  if (!fs::is_directory(records(), error)) return files;
  for (auto entry = fs::directory_iterator(records(), error); !error && entry != fs::directory_iterator();
       entry.increment(error))
    if (entry->path().extension() == ".json") files.push_back(entry->path());
  if (error) fail_system("read the folder", records(), error.value());
  std::sort(files.begin(), files.end());
  return files;
}

Store::Loaded Store::load_all() const {
  Loaded loaded;
  for (const fs::path& file : record_files()) {
    RecordReading reading = read_record(file);
    if (reading.state == RecordReading::State::good)
      loaded.records.push_back(std::move(reading.record));
    else if (reading.state != RecordReading::State::missing)  // it went while we looked
      loaded.warnings.push_back(reading.advice());
  }
  return loaded;
}

std::vector<Store::FileState> Store::state_of_files() const {
  std::vector<FileState> states;
  for (const fs::path& file : record_files()) {
    struct stat info {};
    if (::stat(file.c_str(), &info) != 0) info = {};  // unreadable: load_all() has a word for it
    states.push_back({file, info.st_ino, static_cast<std::uintmax_t>(info.st_size),
                      info.st_ctim.tv_sec * 1'000'000'000 + info.st_ctim.tv_nsec});
  }
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

std::vector<Skip> Store::skips(const std::string& config_name) const {
  const fs::path file = results_ / config_name / skips_name;
  std::vector<Skip> skips;
  std::error_code error;
  if (fs::symlink_status(file, error).type() == fs::file_type::not_found) return skips;
  const Json list = read_json(file);
  const auto fail = [&](const std::exception& reason) {
    fail_input(
        file, 0,
        fmt::format("not a list of skipped cells: {}; remove it; a run writes it again", reason.what()));
  };
  try {
    for (const Json& item : list)
      skips.push_back({parse_cell(item.at("cell")), item.at("reason").get<std::string>(),
                       item.value("seeds", std::vector<Seed>{})});
  } catch (const Json::exception& reason) {
    fail(reason);
  } catch (const InputError& reason) {
    fail(reason);
  }
  return skips;
}

}  // namespace sketchbench
