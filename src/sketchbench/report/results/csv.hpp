#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include <sketchbench/report/results/result_table.hpp>

namespace sketchbench {

/// What a table has for programs of one of its quantities.
struct CsvColumn {
  const QuantityInfo* quantity;
  std::size_t place;       ///< of the quantity in the table
  bool is_spread = false;  ///< of its values; otherwise they themselves

  std::string name() const;
  std::string text(const ResultRow& row) const;              ///< empty where there is none
  std::optional<double> number(const ResultRow& row) const;  ///< none of words, too
};

/// Those that have a place, in their order: programs read the columns by name and place, so new ones stand
/// behind those that were there. They refer to the table.
std::vector<CsvColumn> csv_columns(const ResultTable& table);

/// table.csv: the names, and a line for each row; commas between them, quotes where a field needs them.
std::string csv_text(const ResultTable& table);

}  // namespace sketchbench
