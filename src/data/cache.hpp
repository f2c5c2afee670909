#pragma once
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "data/dataset.hpp"

namespace sketchbench {

/// One file of prepared data: a header, DatasetInfo as JSON, then the train and test parts as CSR arrays
/// (int64 row starts, int32 columns, float32 values, float32 labels), each array on a multiple of 64 bytes.
/// `key` says what the rows were made from; an entry with another key is not this entry.

/// Writes the entry whole or not at all, making the folder when it is missing. Fills in the content hash,
/// sizes and classes of `info`.
void write_prepared(const std::filesystem::path& file, std::string_view key, DatasetInfo info,
                    const LabeledMatrix& train, const LabeledMatrix& test);

/// Maps the entry; null when it is missing, was made from something else or is damaged. Checks the header's
/// and the information's checksum, the file's length and the row starts (milliseconds), not the content hash.
std::shared_ptr<const Dataset> open_prepared(const std::filesystem::path& file, std::string_view key);

/// The same whatever the entry was made from.
std::shared_ptr<const Dataset> open_prepared(const std::filesystem::path& file);

/// SHA-256 over shapes, rows and labels, the same for the same data on every platform.
std::string content_hash(const LabeledRows& train, const LabeledRows& test);

}  // namespace sketchbench
