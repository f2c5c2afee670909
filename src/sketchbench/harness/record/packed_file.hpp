#pragma once
#include <filesystem>
#include <functional>
#include <memory>
#include <string_view>
#include <vector>

#include <sketchbench/harness/record/record_file.hpp>

namespace sketchbench {

// records/*.jsonl.gz: finished records in one file, compressed by gzip (RFC 1952). A line holds
// one of them, with its checksum, as JSON without line ends in it; they ascend by their cells' ids.

/// The lines of such a file, one at a time, whatever they hold: for whoever keeps what can be read.
class PackedReader {
 public:
  /// InputError or Error when it cannot be opened.
  explicit PackedReader(std::filesystem::path file);
  ~PackedReader();
  PackedReader(const PackedReader&) = delete;
  PackedReader& operator=(const PackedReader&) = delete;

  /// Puts what the next line holds: good where it is a finished record with its checksum, otherwise damaged,
  /// with a problem that names file and line. False at the end. InputError, with file and line, when the file
  /// cannot be read on: it is no gzip data, cut off, or altered; a line is longer than a record may be; it
  /// unpacks without measure.
  bool next(RecordReading& reading);
  /// The line that next() has read, valid until the next call.
  std::string_view text() const;
  /// Its number, from 1.
  long line() const;

 private:
  struct Contents;
  std::unique_ptr<Contents> contents_;
};

/// Each record of a file in its order, with its line. InputError, with file and line, unless all of it is as
/// it should be.
using PackedVisit = std::function<void(Record&& record, std::string_view text)>;
void for_each_packed(const std::filesystem::path& file, const PackedVisit& visit);

/// Each record of several files, with the number of its file. InputError, which names both, where two of them
/// hold different records of one cell. The same record in another file is `again`.
using PacksVisit = std::function<void(Record&& record, std::string_view text, std::size_t file, bool again)>;
void for_each_packed(const std::vector<std::filesystem::path>& files, const PacksVisit& visit);

}  // namespace sketchbench
