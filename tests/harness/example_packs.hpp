#pragma once
#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include <sketchbench/core/json.hpp>
#include <sketchbench/harness/record/packed_writer.hpp>
#include <sketchbench/harness/record/record_file.hpp>
#include "harness/example_record.hpp"

namespace sketchbench::testing_support {

/// example_record() of each seed, sorted by id.
inline std::vector<Record> example_records(const std::vector<Seed>& seeds) {
  std::vector<Record> records;
  for (const Seed seed : seeds) records.push_back(example_record(seed));
  std::ranges::sort(records, {}, &Record::id);
  return records;
}

/// As a packed file has it.
inline std::string packed_line(const Record& record) { return json_text(sealed(record.json)) + "\n"; }

inline std::string packed_lines(const std::vector<Record>& records) {
  std::string text;
  for (const Record& record : records) text += packed_line(record);
  return text;
}

/// Packs them, sorted by id, into a file whose folder is made.
inline void write_pack(const std::filesystem::path& file, const std::vector<Record>& records) {
  std::filesystem::create_directories(file.parent_path());
  PackedWriter writer(file);
  for (const Record& record : records) writer.add(record);
  writer.commit();
}

}  // namespace sketchbench::testing_support
