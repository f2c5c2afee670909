#pragma once
#include <string>
#include <string_view>
#include <vector>

#include <sketchbench/core/json_fwd.hpp>

namespace sketchbench {

/// A table of texts whose columns are found by their names: table.csv before it is written.
struct TextTable {
  using Row = std::vector<std::string>;

  Row columns = {};
  std::vector<Row> rows = {};  ///< each with a text for every column, which may be empty
  std::string name = {};       ///< for messages

  /// The place of a column. InputError, with the nearest name, where there is none of that name.
  std::size_t column(std::string_view column_name) const;
  const std::string& text(const Row& row, std::string_view column_name) const;
  /// InputError where no number stands there.
  double number(const Row& row, std::string_view column_name) const;
};

/// The columns' names, and a line for each row: commas between them, quotes where a field needs them.
std::string csv_text(const TextTable& table);

/// A list of objects, or an object that has one under "rows". A column for each value, also of the objects
/// and lists within: "train.cpu.median", "interval.0".
TextTable text_table_of_json(std::string name, const Json& list);

}  // namespace sketchbench
