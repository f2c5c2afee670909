#include "experiments/accuracy/baseline_table.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/text.hpp"
#include "experiments/accuracy/table_parts.hpp"
#include "report/words.hpp"

namespace sketchbench {
namespace {

Text verdict(Movement movement) {
  switch (movement) {
    case Movement::ok:
      return {"ok", Tone::good};
    case Movement::regressed:
      return {"REGRESSED", Tone::bad};
    case Movement::improved:
      return {"IMPROVED", Tone::bad};
    case Movement::missing:
      return {"MISSING", Tone::bad};
  }
  return {};
}

/// A label of a cell, "adult[500]", has nothing but its form to tell where the name ends.
std::string dataset_title(const Baseline::Cell& cell, const Results& results) {
  const auto end = std::min(cell.dataset.find_first_of("[:"), cell.dataset.size());
  return results.datasets.of(cell.dataset.substr(0, end)).title + cell.dataset.substr(end);
}

std::string name_of_cell(const Baseline::Cell& cell, const Results& results) {
  return fmt::format("{}, {}, {}{}", dataset_title(cell, results), cell.kernel.display(),
                     method_short(cell.method),
                     cell.D > 0 ? fmt::format(", D = {}", with_commas(cell.D)) : "");
}

std::vector<TableCell> row_of(const BaselineCheck& check, const Results& results) {
  const Text word = verdict(check.movement);
  return {one_line(name_of_cell(check.cell, results)),
          one_line(percent_text(check.cell.accuracy)),
          one_line(check.now ? fmt::format("{:.2f}", *check.now) : "–"),
          one_line(check.now ? points_text(*check.now - check.cell.accuracy.mean) : "–"),
          one_line(fmt::format("±{:.2f}", check.cell.tolerance)),
          one_line(word.text, word.tone)};
}

bool guarded(const Baseline& baseline, const Summary& row) {
  return std::any_of(baseline.cells.begin(), baseline.cells.end(), [&](const Baseline::Cell& cell) {
    return cell.dataset == row.dataset_label && cell.kernel == row.kernel &&
           cell.method == row.method_label && cell.D == row.D;
  });
}

Text outcome(const std::vector<BaselineCheck>& checks) {
  const auto count = [&](Movement movement) {
    return std::count_if(checks.begin(), checks.end(),
                         [&](const BaselineCheck& c) { return c.movement == movement; });
  };
  const std::string of = plural(static_cast<std::int64_t>(checks.size()), "number");
  if (passes(checks)) return {fmt::format("{} checked, none moved by more than it may.", of), Tone::good};
  return {fmt::format("Of {}: {} regressed, {} improved, {} missing. If a change is intended, regenerate the "
                      "baseline with "
                      "--write.",
                      of, count(Movement::regressed), count(Movement::improved), count(Movement::missing)),
          Tone::bad};
}

}  // namespace

Document baseline_document(const Baseline& baseline, const Results& results,
                           const std::vector<BaselineCheck>& checks) {
  Document document;
  document.name = results.config.name;
  document.title = fmt::format("Regression check of {}", results.config.name);
  document.banners = {outcome(checks)};
  Table table;
  table.caption = "Test accuracy in per cent against the baseline";
  table.columns = {{{"Result"}, false},  {{"Baseline"}, false}, {{"Now"}, true},
                   {{"Moved by"}, true}, {{"Allowed"}, true},   {{""}, false}};
  for (const BaselineCheck& check : checks) {
    table.rows.push_back(row_of(check, results));
    if (check.movement == Movement::missing)
      table.notes.push_back(fmt::format("{}: {}", name_of_cell(check.cell, results), check.remark));
    else if (check.movement != Movement::ok)
      table.notes.push_back(
          fmt::format("{}: allowed is {}", name_of_cell(check.cell, results), check.cell.why));
  }
  for (const Summary& row : results.rows)
    if (!guarded(baseline, row))
      table.notes.push_back(fmt::format("{}: not in the baseline", result_name(row)));
  document.tables = {std::move(table)};
  if (!results.left_out.empty()) document.notes.push_back({"Records left out", results.left_out});
  return document;
}

}  // namespace sketchbench
