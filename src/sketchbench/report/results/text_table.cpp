#include <sketchbench/report/results/text_table.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>
#include <sketchbench/core/text.hpp>

namespace sketchbench {
namespace {

std::string quoted_if_needed(const std::string& field) {
  if (field.find_first_of(",\"\n\r") == std::string::npos) return field;
  return fmt::format("\"{}\"", replaced(field, "\"", "\"\""));
}

std::string csv_line(const TextTable::Row& fields) {
  std::string line;
  for (const std::string& field : fields) {
    if (&field != &fields.front()) line += ',';
    line += quoted_if_needed(field);
  }
  return line + "\n";
}

}  // namespace

std::size_t TextTable::column(std::string_view column_name) const {
  const auto found = std::ranges::find(columns, column_name);
  if (found == columns.end()) fail_unknown("column in " + name, column_name, columns);
  return static_cast<std::size_t>(found - columns.begin());
}

const std::string& TextTable::text(const Row& row, std::string_view column_name) const {
  return row[column(column_name)];
}

double TextTable::number(const Row& row, std::string_view column_name) const {
  const std::string& value = text(row, column_name);
  char* end = nullptr;
  const double number = std::strtod(value.c_str(), &end);
  if (value.empty() || *end != '\0')
    throw InputError(fmt::format("{}: expected a number in \"{}\", found {}", name, column_name,
                                 value.empty() ? "nothing" : "\"" + value + "\""));
  return number;
}

std::string csv_text(const TextTable& table) {
  std::string text = csv_line(table.columns);
  for (const TextTable::Row& row : table.rows) text += csv_line(row);
  return text;
}

TextTable text_table_of_json(std::string name, const Json& list) {
  TextTable table{.name = std::move(name)};
  const Json& rows = list.is_object() && list.contains("rows") ? list.at("rows") : list;
  if (!rows.is_array()) throw InputError(table.name + ": expected a list of objects");
  for (const Json& object : rows) {
    TextTable::Row& row = table.rows.emplace_back(table.columns.size());
    if (!object.is_object()) throw InputError(table.name + ": expected a list of objects");
    const Json values = object.flatten();
    for (const auto& [pointer, value] : values.items()) {
      const std::string column = replaced(pointer.substr(1), "/", ".");
      const auto at =
          static_cast<std::size_t>(std::ranges::find(table.columns, column) - table.columns.begin());
      if (at == table.columns.size()) table.columns.push_back(column);
      row.resize(table.columns.size());
      row[at] = value.is_string() ? value.get<std::string>() : value.is_null() ? "" : json_text(value);
    }
  }
  for (TextTable::Row& row : table.rows) row.resize(table.columns.size());
  return table;
}

}  // namespace sketchbench
