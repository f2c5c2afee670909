#include <sketchbench/report/quote/text_table.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/text.hpp>

namespace sketchbench {

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

TextTable text_table_of_csv(std::string name, std::string_view csv) {
  TextTable table{.name = std::move(name), .columns = {}, .rows = {}};
  TextTable::Row row(1);
  bool quoted = false;
  for (std::size_t at = 0; at < csv.size(); ++at) {
    const char c = csv[at];
    if (c == '"' && quoted && csv.substr(at + 1).starts_with('"'))
      row.back() += csv[++at];
    else if (c == '"')
      quoted = !quoted;
    else if (c == ',' && !quoted)
      row.emplace_back();
    else if (c != '\n' || quoted)
      row.back() += c;
    else {
      row.resize(table.columns.empty() ? row.size() : table.columns.size());
      if (table.columns.empty())
        table.columns = row;
      else
        table.rows.push_back(row);
      row.assign(1, "");
    }
  }
  return table;
}

TextTable text_table_of_json(std::string name, const Json& list) {
  TextTable table{.name = std::move(name), .columns = {}, .rows = {}};
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
