#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "harness/record.hpp"

namespace sketchbench {

/// results/records/<id>.json, one file a cell, shared by all configurations.
class Store {
 public:
  explicit Store(std::filesystem::path results);

  const std::filesystem::path& results() const { return results_; }
  std::filesystem::path path_of(const std::string& id) const;
  /// Makes the folders and proves that a file can be written there; throws InputError when it cannot.
  void require_writable() const;
  /// Removes temporary files that a killed run has left; those of the last hour may belong to another
  /// machine's run.
  void remove_stale_temporaries() const;

  /// The record of that id; none when it is missing or cannot be trusted (then it is computed again).
  std::optional<Record> find(const std::string& id) const;
  /// Written to a temporary name, fsync'ed, renamed.
  void put(const Record& record) const;

  struct Loaded {
    std::vector<Record> records;  ///< sorted by id
    std::vector<std::string>
        warnings;  ///< one line for each file left out: broken JSON, another format, wrong name
  };
  Loaded load_all() const;

  /// results/<config>/skipped.json: what the last run of that configuration left out.
  void put_skips(const std::string& config_name, const std::vector<Skip>& skips) const;
  std::vector<Skip> skips(const std::string& config_name) const;

 private:
  std::filesystem::path results_;
};

}  // namespace sketchbench
