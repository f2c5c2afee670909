#pragma once
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

#include <sketchbench/harness/record/file_state.hpp>
#include <sketchbench/harness/record/packed_index.hpp>
#include <sketchbench/harness/record/record_file.hpp>
#include <sketchbench/harness/record/skip.hpp>
#include <sketchbench/harness/results_layout.hpp>

namespace sketchbench {

/// The records of all configurations: results/records/<id>.json, one file a cell, and beside these loose ones
/// packed ones, finished, in results/records/<configuration>.<data set>.jsonl.gz, or all of a configuration
/// in <configuration>.jsonl.gz (packed_file.hpp). A loose record that is finished wins over a packed one of
/// its cell; what is written is loose. Not thread-safe.
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

  /// What is there of a cell, loose or packed. InputError where a packed file is not as it should be.
  RecordReading look_up(const std::string& id) const;
  /// The record of that id; none when it is missing or cannot be trusted. InputError likewise.
  std::optional<Record> find(const std::string& id) const;

  /// The ids under which look_up() finds anything now: for who asks for many, of which most are not there.
  std::unordered_set<std::string> ids() const;

  /// Writes the record, sealed. A finished record is never replaced by anything but a finished one: then
  /// nothing is written and the answer is false. A file in the way that cannot be trusted is set aside.
  bool put(const Record& record) const;

  /// Moves a file of records/ into results/damaged/ under a name of its own, and returns that.
  std::filesystem::path set_aside(const std::filesystem::path& file) const;
  /// Leaves it where it is and puts a copy there.
  std::filesystem::path copy_aside(const std::filesystem::path& file) const;

  struct Loaded {
    std::vector<Record> records;        ///< sorted by id
    std::vector<std::string> warnings;  ///< one line for each file left out, with what to do about it
    std::multimap<RequestKey, std::size_t> by_request;  ///< places in `records`, ascending for each key

    /// The records of that request, whatever contents and versions they are of.
    std::vector<const Record*> answering(const RequestKey& key) const;
  };
  /// InputError where a packed file is not as it should be, or two of them hold different records of a cell.
  Loaded load_all() const;
  /// The same, read once for as long as no file of records/ is made, replaced or removed: a command that
  /// makes many reports reads and checks each record once.
  std::shared_ptr<const Loaded> all() const;
  /// What is there under the name of a loose record (*.json), sorted.
  std::vector<std::filesystem::path> record_files() const;
  /// The same of packed ones.
  std::vector<std::filesystem::path> packed_files() const;
  /// Of a data set alone: where one data set's cells have run again, git stores that file anew and no other.
  std::filesystem::path packed_path_of(const std::string& config_name, const std::string& dataset) const;
  /// The configuration whose packed records such a file has: neither name has a point.
  static std::string packed_config_of(const std::filesystem::path& file);

  /// results/<config>/skipped.json: what the last run of that configuration left out.
  void put_skips(const std::string& config_name, const std::vector<Skip>& skips) const;
  /// Empty as well where the file is none of these lists; skips_problem() then says what is wrong in one
  /// line, and put_skips() moves it to results/damaged/.
  std::vector<Skip> skips(const std::string& config_name) const;
  std::string skips_problem(const std::string& config_name) const;

 private:
  struct SkipList {
    std::vector<Skip> skips;
    std::string problem;
  };
  SkipList read_skips(const std::string& config_name) const;
  std::vector<FileState> state_of_files() const;

  std::filesystem::path results_;
  mutable PackedIndex packed_;
  mutable std::vector<FileState> loaded_state_;
  mutable std::shared_ptr<const Loaded> loaded_;
};

}  // namespace sketchbench
