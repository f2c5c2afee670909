#include "report/csv.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "report/provenance/provenance.hpp"

namespace sketchbench {
namespace {

CsvColumn<RunGroup> kernel_column(const std::string& name) {
  return {name, [name](const RunGroup& group) { return group.kernel.column(name); }};
}

CsvColumn<RunCosts> seconds_column(const char* name, Sample RunCosts::*phase) {
  return {name, [phase](const RunCosts& costs) { return csv_number(mean_of(costs.*phase), 6); }};
}

CsvColumn<RunGroup> origin_column(const char* name, std::set<std::string> (Provenance::*values)() const) {
  return {name, [values](const RunGroup& group) -> std::string {
            Provenance origins;
            origins.add(group, group.method_label);
            const std::set<std::string> found = (origins.*values)();
            if (found.size() <= 1) return found.empty() ? "" : *found.begin();
            std::vector<std::string> texts;
            for (const std::string& value : found) texts.push_back(name_of_origin(value));
            return fmt::format("{}", fmt::join(texts, "; "));
          }};
}

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

const CsvColumns<RunGroup>& first_group_columns() {
  static const CsvColumns<RunGroup> columns = [] {
    CsvColumns<RunGroup> first = {{"dataset", &RunGroup::dataset_label}};
    for (const std::string& name : Kernel::columns()) {
      if (name == "kernel") break;  // what follows was added later: a table's first columns stay the same
      first.push_back(kernel_column(name));
    }
    first.push_back({"method", &RunGroup::method_label});
    return first;
  }();
  return columns;
}

const CsvColumns<RunGroup>& last_group_columns() {
  static const CsvColumns<RunGroup> columns = [] {
    CsvColumns<RunGroup> last = {
        {"status", [](const RunGroup& group) { return std::string(name_of(group.status)); }}};
    for (const std::string& name : Kernel::columns())
      if (std::ranges::find(first_group_columns(), name, &CsvColumn<RunGroup>::name) ==
          first_group_columns().end())
        last.push_back(kernel_column(name));
    return last;
  }();
  return columns;
}

const CsvColumns<RunGroup>& origin_columns() {
  static const CsvColumns<RunGroup> columns = {
      origin_column("processor", &Provenance::processors),
      origin_column("instruction_set", &Provenance::instruction_sets),
      origin_column("revision", &Provenance::revisions)};
  return columns;
}

const CsvColumns<RunCosts>& cost_columns() {
  static const CsvColumns<RunCosts> columns = {
      seconds_column("map_s", &RunCosts::map_s),
      seconds_column("train_s", &RunCosts::train_s),
      seconds_column("total_s", &RunCosts::total_s),
      {"total_s_std", [](const RunCosts& costs) { return csv_number(costs.total_s.std, 6); }},
      {"peak_rss_mb", [](const RunCosts& costs) {
         return costs.total_s.n > 0 ? csv_number(costs.peak_rss_bytes / 1e6, 1) : "";
       }}};
  return columns;
}

std::string csv_number(std::optional<double> value, int digits) {
  return value ? fmt::format("{:.{}f}", *value, digits) : "";
}

std::string csv_significant(std::optional<double> value, int digits) {
  return value ? fmt::format("{:.{}g}", *value, digits) : "";
}

std::optional<double> mean_of(const Sample& sample) {
  return sample.n > 0 ? std::optional(sample.mean) : std::nullopt;
}

}  // namespace sketchbench
