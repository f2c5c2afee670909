#include <sketchbench/report/csv.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include <sketchbench/report/provenance/provenance.hpp>

namespace sketchbench {
namespace {

Quantity<RunGroup> kernel_column(const std::string& name) {
  return {name, [name](const RunGroup& group) { return group.kernel.column(name); }};
}

Quantity<RunGroup> origin_column(const char* name, std::set<std::string> (Provenance::*values)() const) {
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

std::string for_programs(const QuantityInfo& quantity, std::optional<double> value) {
  if (quantity.form == Form::count) return value ? std::to_string(std::llround(*value)) : "";
  return quantity.digits.decimals ? csv_number(value, quantity.digits.count)
                                  : csv_significant(value, quantity.digits.count);
}

}  // namespace

void add_csv_headings(std::vector<std::string>& fields, const QuantityInfo& quantity) {
  if (!is_in_csv(quantity)) return;
  fields.push_back(quantity.key);
  if (quantity.spread) fields.push_back(quantity.key + "_std");
}

void add_csv_fields(std::vector<std::string>& fields, const QuantityInfo& quantity, const Value& value) {
  fields.push_back(value.words.empty() ? for_programs(quantity, mean_of(value.number)) : value.words);
  if (quantity.spread) fields.push_back(for_programs(quantity, value.number.std));
}

const Quantities<RunGroup>& first_group_columns() {
  static const Quantities<RunGroup> columns = [] {
    Quantities<RunGroup> first = {{"dataset", &RunGroup::dataset_label}};
    for (const std::string& name : Kernel::columns()) {
      if (name == "kernel") break;  // what follows was added later: a table's first columns stay the same
      first.push_back(kernel_column(name));
    }
    first.push_back({"method", &RunGroup::method_label});
    return first;
  }();
  return columns;
}

const Quantities<RunGroup>& last_group_columns() {
  static const Quantities<RunGroup> columns = [] {
    Quantities<RunGroup> last = {
        {"status", [](const RunGroup& group) { return std::string(name_of(group.status)); }}};
    for (const std::string& name : Kernel::columns())
      if (std::ranges::find(first_group_columns(), name, &Quantity<RunGroup>::key) ==
          first_group_columns().end())
        last.push_back(kernel_column(name));
    return last;
  }();
  return columns;
}

const Quantities<RunGroup>& origin_columns() {
  static const Quantities<RunGroup> columns = {
      origin_column("processor", &Provenance::processors),
      origin_column("instruction_set", &Provenance::instruction_sets),
      origin_column("revision", &Provenance::revisions)};
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
