#include <sketchbench/report/results/group_columns.hpp>

#include <fmt/format.h>

#include <algorithm>

#include <sketchbench/report/provenance/provenance.hpp>

namespace sketchbench {
namespace {

Quantity<RunGroup> kernel_column(const std::string& name, ColumnPlace place) {
  return {{.key = name, .place = place}, [name](const RunGroup& group) { return group.kernel.column(name); }};
}

Quantity<RunGroup> origin_column(const char* name, std::set<std::string> (Provenance::*values)() const) {
  return {{.key = name, .place = ColumnPlace::origins}, [values](const RunGroup& group) -> std::string {
            Provenance origins;
            origins.add(group, group.method_label);
            const std::set<std::string> found = (origins.*values)();
            if (found.size() <= 1) return found.empty() ? "" : *found.begin();
            std::vector<std::string> texts;
            for (const std::string& value : found) texts.push_back(name_of_origin(value));
            return fmt::format("{}", fmt::join(texts, "; "));
          }};
}

}  // namespace

const Quantities<RunGroup>& first_group_columns() {
  static const Quantities<RunGroup> columns = [] {
    Quantities<RunGroup> first = {
        {{.key = "dataset", .place = ColumnPlace::first}, &RunGroup::dataset_label}};
    for (const std::string& name : Kernel::columns()) {
      if (name == "kernel") break;  // what follows was added later: a table's first columns stay the same
      first.push_back(kernel_column(name, ColumnPlace::first));
    }
    first.push_back({{.key = "method", .place = ColumnPlace::first}, &RunGroup::method_label});
    return first;
  }();
  return columns;
}

const Quantities<RunGroup>& last_group_columns() {
  static const Quantities<RunGroup> columns = [] {
    Quantities<RunGroup> last = {{{.key = "status", .place = ColumnPlace::status},
                                  [](const RunGroup& group) { return std::string(name_of(group.status)); }}};
    for (const std::string& name : Kernel::columns())
      if (std::ranges::find(first_group_columns(), name, &Quantity<RunGroup>::key) ==
          first_group_columns().end())
        last.push_back(kernel_column(name, ColumnPlace::status));
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

}  // namespace sketchbench
