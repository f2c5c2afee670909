#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include <sketchbench/data/read/infer_table.hpp>
#include <sketchbench/data/read/table.hpp>

namespace sketchbench {

/// How a table is written, as its first lines and the hints tell: separator, signs of numbers, header.
struct Dialect {
  FileFormat format;
  NumberStyle numbers;
  std::vector<std::string> first;  ///< of the first line that is no comment
  bool guessed_header = false;
};

Dialect dialect_of(const std::filesystem::path& file, const FileFormat& format, const TableHints& hints,
                   const TableSchema* schema);

/// The styles with a sign for decimals and one for thousands in which `number` and all numbers of the first
/// lines can be written, as far as the hints have these signs.
std::vector<NumberStyle> styles_with_thousands(const std::filesystem::path& file, const FileFormat& format,
                                               const TableHints& hints, const std::string& number);

}  // namespace sketchbench
