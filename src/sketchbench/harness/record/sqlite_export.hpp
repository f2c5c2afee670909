#pragma once
#include <cstddef>
#include <filesystem>
#include <vector>

#include <sketchbench/harness/cell/record.hpp>

namespace sketchbench {

/// Records as an SQLite database for other tools (docs/guides/other-tools.md): a table `cells`, a row for
/// each record, and a table `quantities`, a row for each number in its result, times, learner's report and
/// data. The file appears whole or not at all, in the place of an older one. Returns the number of
/// quantities. Error where it cannot be written; InputError where another kind of file is in its place.
std::size_t export_sqlite(const std::vector<Record>& records, const std::filesystem::path& file);

}  // namespace sketchbench
