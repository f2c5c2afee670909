#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include <sketchbench/harness/cell/record.hpp>
#include <sketchbench/harness/record/file_state.hpp>

namespace sketchbench {

/// Finds the packed records of a folder by their ids. Reads the files when find() is first called, and later
/// only when one of them has changed. Keeps the text of each record. Not thread-safe.
class PackedIndex {
 public:
  explicit PackedIndex(std::filesystem::path folder) : folder_(std::move(folder)) {}

  /// InputError where a packed file is not as it should be (packed_file.hpp).
  std::optional<Record> find(const std::string& id);
  /// Adds the ids of all of them.
  void add_ids(std::unordered_set<std::string>& to);

 private:
  void refresh();
  void read(const std::vector<std::filesystem::path>& files);

  struct Place {
    std::size_t begin, bytes;
  };
  std::filesystem::path folder_;
  std::optional<FileState> folder_state_;  ///< none before the first question
  std::vector<FileState> states_;
  std::string text_;  ///< of all records
  std::unordered_map<std::string, Place> places_;
};

}  // namespace sketchbench
