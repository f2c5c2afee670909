#pragma once
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <stdexcept>
#include <string>
#include <string_view>

#include <sketchbench/report/document/document.hpp>

namespace sketchbench::testing_support {

/// The place of the column whose heading's lines, joined by blanks, are these.
inline std::size_t column_called(const Table& table, std::string_view heading) {
  for (std::size_t i = 0; i < table.columns.size(); ++i)
    if (fmt::format("{}", fmt::join(table.columns[i].heading, " ")) == heading) return i;
  throw std::out_of_range(fmt::format("no column is called \"{}\"", heading));
}

/// A cell's first line.
inline const CellLine& line_in(const Table& table, std::size_t row, std::string_view heading) {
  return table.rows.at(row).at(column_called(table, heading)).at(0);
}
inline std::string text_in(const Table& table, std::size_t row, std::string_view heading) {
  return line_in(table, row, heading).left.text;
}

}  // namespace sketchbench::testing_support
