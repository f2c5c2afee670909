#include "experiments/accuracy/note_numbers.hpp"

#include <fmt/format.h>

#include <cmath>
#include <map>

#include "core/error.hpp"
#include "core/system/file.hpp"
#include "report/words.hpp"

namespace sketchbench {
namespace {

constexpr const char* no_records = "(no records here)";

const Summary* row_of(const Results& results, const RunGroup& group) {
  for (const Summary& row : results.rows)
    if (row.dataset == group.dataset && row.kernel == group.kernel && row.method == group.method &&
        row.D == group.D)
      return &row;
  return nullptr;
}

std::string accuracy_in(const Results& results, const RunGroup& group) {
  const Summary* row = row_of(results, group);
  return row == nullptr || row->done.empty() ? no_records : percent_text(row->accuracy);
}

}  // namespace

NoteNumber accuracy_numbers(const Results& results, const ReportSources& sources) {
  // Several notes ask for the same configuration.
  return [&results, sources, others = std::map<std::string, Results>()](
             const std::string& name, const RunGroup& group) mutable -> std::optional<std::string> {
    const Summary* row = row_of(results, group);
    const PaperNumber* paper = row != nullptr && row->paper ? &*row->paper : nullptr;
    if (name == "paper")
      return paper != nullptr ? std::optional(percent_text(paper->accuracy)) : std::nullopt;
    if (name == "difference") {
      if (paper == nullptr) return std::nullopt;
      return row->done.empty() ? no_records
                               : fmt::format("{:.1f}", std::abs(row->accuracy.mean - paper->accuracy.mean));
    }
    if (name.ends_with(".json")) {
      auto known = others.find(name);
      if (known == others.end()) {
        const auto file = folder_of(results.config.file) / name;
        known = others.emplace(name, summarise(read_config(file), sources)).first;
      }
      return accuracy_in(known->second, group);
    }
    throw InputError(
        fmt::format("{}: a note has \"{{{}}}\", expected {{paper}}, {{difference}} or "
                    "{{CONFIGURATION.json}}",
                    results.config.file.string(), name));
  };
}

}  // namespace sketchbench
