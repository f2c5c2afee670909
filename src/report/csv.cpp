#include "report/csv.hpp"

#include <fmt/format.h>

namespace sketchbench {
namespace {

bool stands_in_front(const std::string& column) { return column == "degree" || column == "coef0"; }

std::string quoted_if_needed(const std::string& field) {
  if (field.find_first_of(",\"\n\r") == std::string::npos) return field;
  std::string quoted = "\"";
  for (const char c : field) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + "\"";
}

}  // namespace

std::string csv_line(const std::vector<std::string>& fields) {
  std::string line;
  for (const std::string& field : fields) {
    if (&field != &fields.front()) line += ',';
    line += quoted_if_needed(field);
  }
  return line + "\n";
}

std::string csv_header_with_kernel(const std::string& header) {
  std::string line = header;
  for (const std::string& column : Kernel::columns())
    if (!stands_in_front(column)) line += "," + column;
  return line + "\n";
}

void append_kernel_fields(std::vector<std::string>& fields, const Kernel& kernel) {
  for (const std::string& column : Kernel::columns())
    if (!stands_in_front(column)) fields.push_back(kernel.column(column));
}

std::string csv_number(std::optional<double> value, int digits) {
  return value ? fmt::format("{:.{}f}", *value, digits) : "";
}

}  // namespace sketchbench
