#include "experiments/accuracy/note_numbers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/system/file.hpp>
#include <sketchbench/features/feature_map.hpp>
#include <sketchbench/report/words.hpp>

namespace sketchbench {
namespace {

constexpr const char* no_records = "(no records here)";

/// The row that answers the group's question by the method of that name.
const Summary* row_of(const Results& results, const RunGroup& group, std::string_view method) {
  for (const Summary& row : results.rows)
    if (row.dataset == group.dataset && row.kernel == group.kernel && row.method == method &&
        row.D == group.D)
      return &row;
  return nullptr;
}

const Summary* row_of(const Results& results, const RunGroup& group) {
  return row_of(results, group, group.method);
}

std::string accuracy_in(const Results& results, const RunGroup& group) {
  const Summary* row = row_of(results, group);
  return row == nullptr || row->done.empty() ? no_records : percent_text(row->accuracy);
}

/// Over all rows of the method, or of a faster form of it, that both have.
std::string largest_change(const Results& results, const Results& other, std::string_view method) {
  std::optional<double> largest;
  for (const Summary& row : results.rows) {
    const Summary* same = defining_map(row.method) == method ? row_of(other, row, method) : nullptr;
    if (same == nullptr || row.done.empty() || same->done.empty()) continue;
    largest = std::max(largest.value_or(0), std::abs(row.accuracy.mean - same->accuracy.mean));
  }
  return largest ? fmt::format("{:.2f}", *largest) : no_records;
}

}  // namespace

NoteNumber accuracy_numbers(const Results& results, const ReportSources& sources) {
  // Several notes ask for the same configuration.
  return [&results, sources, others = std::map<std::string, Results>()](
             const std::string& name, const RunGroup& group) mutable -> std::optional<std::string> {
    const auto other = [&](const std::string& configuration) -> const Results& {
      auto known = others.find(configuration);
      if (known == others.end()) {
        const auto file = folder_of(results.config.file) / configuration;
        known = others.emplace(configuration, summarise(read_config(file), sources)).first;
      }
      return known->second;
    };
    const Summary* row = row_of(results, group);
    const PaperNumber* paper = row != nullptr && row->paper ? &*row->paper : nullptr;
    if (name == "paper")
      return paper != nullptr ? std::optional(percent_text(paper->accuracy)) : std::nullopt;
    if (name == "difference") {
      if (paper == nullptr) return std::nullopt;
      return row->done.empty() ? no_records
                               : fmt::format("{:.1f}", std::abs(row->accuracy.mean - paper->accuracy.mean));
    }
    constexpr std::string_view change = "change of ", in = " in ";
    if (const auto at = name.find(in); name.starts_with(change) && at != std::string::npos)
      return largest_change(results, other(name.substr(at + in.size())),
                            std::string_view(name).substr(change.size(), at - change.size()));
    if (name.ends_with(".json")) return accuracy_in(other(name), group);
    throw InputError(
        fmt::format("{}: a note has \"{{{}}}\", expected {{paper}}, {{difference}}, "
                    "{{CONFIGURATION.json}} or {{change of METHOD in CONFIGURATION.json}}",
                    results.config.file.string(), name));
  };
}

}  // namespace sketchbench
