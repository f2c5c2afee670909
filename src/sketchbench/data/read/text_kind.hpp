#pragma once
#include <filesystem>
#include <string>
#include <string_view>

#include <sketchbench/data/read/reader.hpp>

namespace sketchbench {

/// Which format a user's text has, of which nothing is said.
struct TextKind {
  FileFormat::Kind kind = FileFormat::Kind::delimited;
  std::string notice = {};  ///< for people, where it could have been read otherwise
};

/// What is known beforehand: the format of the rows that a model was made from, or that the user has said
/// what tables alone have, such as a separator.
enum class RowsBefore { none, libsvm, table, said_table };

/// Tells IDX, ARFF, LIBSVM and delimited text by the file's `beginning`, its first line or more; `whole`:
/// there is nothing behind it. Values of a table that look like LIBSVM's "index:value" (times, ratios,
/// addresses) are told from entries by all lines of the beginning: entries have no leading zeros, and ascend
/// in more than half of the lines, or the reader of LIBSVM's names the line. InputError that says what to do
/// where all may be times of the day as well and no model's rows tell.
TextKind kind_of_text(std::string_view beginning, bool whole, RowsBefore before,
                      const std::filesystem::path& file);

}  // namespace sketchbench
