#pragma once
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "harness/record/record_file.hpp"
#include "harness/record/results_layout.hpp"

namespace sketchbench {

/// results/records/<id>.json, one file a cell, shared by all configurations.
class Store {
 public:
  explicit Store(std::filesystem::path results);

  const std::filesystem::path& results() const { return results_; }
  std::filesystem::path records() const { return results_ / records_folder; }
  std::filesystem::path path_of(const std::string& id) const;
  /// Where set_aside() puts records.
  std::filesystem::path damaged() const { return results_ / damaged_folder; }
  /// Makes the folders and proves that a file can be written there; throws InputError when it cannot.
  void require_writable() const;
  /// Removes temporary files that a killed run has left; those of the last hour may belong to another
  /// machine's run.
  void remove_stale_temporaries() const;

  RecordReading look_up(const std::string& id) const { return read_record(path_of(id)); }
  /// The record of that id; none when it is missing or cannot be trusted.
  std::optional<Record> find(const std::string& id) const;

  /// Writes the record, sealed. A finished record is never replaced by anything but a finished one: then
  /// nothing is written and the answer is false. A file in the way that cannot be trusted is set aside.
  bool put(const Record& record) const;

  /// Moves a file of records/ into results/damaged/ under a name of its own, and returns that.
  std::filesystem::path set_aside(const std::filesystem::path& file) const;

  struct Loaded {
    std::vector<Record> records;        ///< sorted by id
    std::vector<std::string> warnings;  ///< one line for each file left out, with what to do about it
  };
  Loaded load_all() const;
  /// The same, read once for as long as no file of records/ is made, replaced or removed: a command that
  /// makes many reports reads and checks each record once. Not thread-safe.
  std::shared_ptr<const Loaded> all() const;
  /// What is there under the name of a record (*.json), sorted.
  std::vector<std::filesystem::path> record_files() const;

  /// results/<config>/skipped.json: what the last run of that configuration left out.
  void put_skips(const std::string& config_name, const std::vector<Skip>& skips) const;
  std::vector<Skip> skips(const std::string& config_name) const;

 private:
  /// What tells a record file from the one that was there before: written aside and renamed, it is another
  /// inode.
  struct FileState {
    std::filesystem::path file;
    std::uintmax_t inode, bytes;
    std::int64_t changed_ns;
    bool operator==(const FileState&) const = default;
  };
  std::vector<FileState> state_of_files() const;

  std::filesystem::path results_;
  mutable std::vector<FileState> loaded_state_;
  mutable std::shared_ptr<const Loaded> loaded_;
};

}  // namespace sketchbench
