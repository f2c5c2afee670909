#pragma once
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include <sketchbench/data/cache/entry_layout.hpp>
#include <sketchbench/data/catalog.hpp>
#include <sketchbench/data/dataset.hpp>

namespace sketchbench {

// Prepared data: one file for each split, mapped by every process that uses it (entry_layout.hpp). `key` says
// what the rows were made from; an entry with another key is not this entry.

/// Writes the entry whole or not at all, making the folder when it is missing. Fills in the content hash,
/// sizes and classes of `info`; the rows are sparse and gone through in their order. Error when a value or a
/// label is not finite.
void write_prepared(const std::filesystem::path& file, std::string_view key, DatasetInfo info,
                    LabeledRows train, LabeledRows test);

/// Whether something else than an entry, whatever its state, has its name.
bool is_in_the_way(const std::filesystem::path& file);

/// What the header says, without a look at the rows (some microseconds). Nothing when the entry is missing or
/// was made from something else; DamagedEntry when header and information are not as they were written, or
/// the file is longer or shorter.
std::optional<DatasetInfo> prepared_info(const std::filesystem::path& file, std::string_view key);

/// Of the labels or targets of an entry that prepared_info() has found, which alone are read: as they stand
/// in the file, which no checksum vouches for here. DamagedEntry as there.
LabelFacts prepared_label_facts(const std::filesystem::path& file);

/// Maps the entry and checks all of it: header, information, row starts, columns, values and labels, and the
/// content hash, which is computed again over the mapped rows. What this returns can be believed, whatever
/// has happened to the file. Null when the entry is missing or was made from something else; DamagedEntry
/// otherwise.
std::shared_ptr<const Dataset> open_prepared(const std::filesystem::path& file, std::string_view key);

/// The same whatever the entry was made from; InputError when it is missing.
struct PreparedEntry {
  std::string key;
  std::shared_ptr<const Dataset> dataset;
};
PreparedEntry open_prepared(const std::filesystem::path& file);

/// Removes what killed processes have left in the cache: locks that name a holder who holds them no more.
/// Temporary files go when the next entry is written. Parts of downloads stay: the next attempt goes on from
/// them.
void remove_leftovers(const DataPaths& paths);

}  // namespace sketchbench
