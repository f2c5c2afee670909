#include "harness/store.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.hpp"
#include "base/file.hpp"
#include "experiments/experiment.hpp"

namespace sketchbench {
namespace {

namespace fs = std::filesystem;

/// Reads a record and throws Error, with the reason, unless everything that readers rely on is there.
Record read_record(const fs::path& file) {
  Record record;
  record.id = file.stem().string();
  record.json = read_json(file);
  try {
    if (record.json.at("format") != record_format)
      fail_input(
          file, 0,
          fmt::format("record format {}, expected {}", record.json.at("format").dump(), record_format));
    const Json& description = record.json.at("cell");
    if (cell_id(description) != record.id)
      fail_input(file, 0, "its cell's SHA-256 is not its name: it was changed by hand or renamed");
    record.cell = parse_cell(description);
    record.status = record.json.at("status").get<std::string>();
    if (record.done())
      static_cast<void>(find_experiment(record.cell.experiment).headline(record.json.at("result")));
  } catch (const Json::exception& error) {
    fail_input(file, 0, fmt::format("not a record: {}", error.what()));
  }
  return record;
}

}  // namespace

Store::Store(fs::path results) : results_(std::move(results)) {}

fs::path Store::path_of(const std::string& id) const { return results_ / "records" / (id + ".json"); }

void Store::require_writable() const {
  const fs::path probe = results_ / "records" / ".writable";
  try {
    write_file_atomically(probe, "");
  } catch (const Error& error) {
    throw InputError(fmt::format("the results folder cannot be written: {}", error.what()));
  }
  std::error_code ignored;
  fs::remove(probe, ignored);
}

void Store::remove_stale_temporaries() const { sketchbench::remove_stale_temporaries(results_ / "records"); }

std::optional<Record> Store::find(const std::string& id) const {
  if (!fs::exists(path_of(id))) return std::nullopt;
  try {
    return read_record(path_of(id));
  } catch (const Error&) {
    return std::nullopt;
  }
}

void Store::put(const Record& record) const {
  write_file_atomically(path_of(record.id), record.json.dump(1) + "\n");
}

Store::Loaded Store::load_all() const {
  Loaded loaded;
  const fs::path folder = results_ / "records";
  if (!fs::is_directory(folder)) return loaded;
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(folder))
    if (entry.path().extension() == ".json") files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  for (const fs::path& file : files) {
    try {
      loaded.records.push_back(read_record(file));
    } catch (const Error& error) {
      loaded.warnings.emplace_back(error.what());
    }
  }
  return loaded;
}

void Store::put_skips(const std::string& config_name, const std::vector<Skip>& skips) const {
  const fs::path file = results_ / config_name / "skipped.json";
  sketchbench::remove_stale_temporaries(file.parent_path());
  if (skips.empty()) {
    std::error_code ignored;
    fs::remove(file, ignored);
    return;
  }
  Json list = Json::array();
  for (const Skip& skip : skips) list.push_back({{"cell", describe(skip.cell)}, {"reason", skip.reason}});
  write_file_atomically(file, list.dump(1) + "\n");
}

std::vector<Skip> Store::skips(const std::string& config_name) const {
  const fs::path file = results_ / config_name / "skipped.json";
  std::vector<Skip> skips;
  if (!fs::exists(file)) return skips;
  const Json list = read_json(file);
  try {
    for (const Json& item : list)
      skips.push_back({parse_cell(item.at("cell")), item.at("reason").get<std::string>()});
  } catch (const Json::exception& error) {
    fail_input(file, 0, fmt::format("not a list of skipped cells: {}", error.what()));
  }
  return skips;
}

}  // namespace sketchbench
