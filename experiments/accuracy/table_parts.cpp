#include "experiments/accuracy/table_parts.hpp"

#include <fmt/format.h>

#include <algorithm>

#include <sketchbench/core/text.hpp>
#include <sketchbench/features/feature_map.hpp>
#include <sketchbench/report/record_fields.hpp>
#include <sketchbench/report/words.hpp>
#include "experiments/accuracy/notes.hpp"

namespace sketchbench {
namespace {

Text difference(const Summary& row) {
  if (row.status != Status::done) return status_text(row);
  const std::optional<double> delta = row.delta();
  if (!delta) return {};
  if (row.verdict() == Verdict::none) return {points_text(*delta), Tone::faint};
  return {fmt::format("{} {}", points_text(*delta), mark_of(row.verdict())), tone_of(row.verdict())};
}

void drop_paper_lines(Table& table) {
  for (auto& row : table.rows) {
    for (TableCell& cell : row) cell.erase(cell.begin() + 1);
    row.front()[1].left.text = "  time";
  }
}

/// The last lines.
void drop_times(Table& table) {
  for (auto& row : table.rows)
    for (TableCell& cell : row)
      if (!cell.empty()) cell.pop_back();
}

}  // namespace

Tone tone_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::equal:
      return Tone::good;
    case Verdict::differs_by_less:
      return Tone::warning;
    case Verdict::differs:
      return Tone::bad;
    case Verdict::none:
    case Verdict::consistent:
      return Tone::plain;
  }
  return Tone::plain;
}

TableCell comparison_cell(const Summary* row) {
  TableCell cell(3);
  if (row == nullptr) return cell;
  cell[0].results = {row->id()};
  if (row->runs() > 0) {
    cell[0].left = {percent_text(row->accuracy), Tone::strong};
    cell[0].right = difference(*row);
    cell[2].left = {time_text(row->total_s.mean) + time_marks(*row), Tone::plain};
  } else {
    cell[0].left = status_text(*row);
  }
  if (row->paper) {
    cell[1].left = {percent_text(row->paper->accuracy), Tone::faint};
    if (row->verdict() == Verdict::consistent)
      cell[1].right = {fmt::format("({:.1f})", row->test->detectable), Tone::faint};
    if (row->paper->seconds) cell[2].right = {fmt::format("({})", paper_time_text(*row->paper)), Tone::faint};
  }
  return cell;
}

TableCell comparison_label(const std::string& name) {
  return stacked({{name, Tone::strong}, {"  paper", Tone::faint}, {"  time (paper)", Tone::faint}});
}

void finish_comparison(Table& table, const Results& results, const std::vector<const Summary*>& rows,
                       const Explanations& explanations) {
  if (std::ranges::none_of(rows, [](const Summary* row) { return row->paper.has_value(); }))
    drop_paper_lines(table);
  if (!results.config.times) drop_times(table);
  table.notes = results.config.times ? time_table_notes(pointers_to(rows), explanations)
                                     : table_notes(pointers_to(rows), explanations);
  if (has_verdict(rows)) table.notes.push_back(family_note(results));
}

const Record* any_record(const Results& results, const DatasetRequest& dataset) {
  for (const Summary& row : results.rows)
    if (row.dataset == dataset && !row.done.empty()) return &row.done.front();
  return nullptr;
}

std::string data_remark(const Results& results, const DatasetRequest& dataset) {
  const bool reduced = dataset.is_reduced() && !results.config.quick;
  if (!results.paper) return reduced ? row_limits(dataset) : "";
  const std::string imitated = results.datasets.of(dataset.name).stands_for;
  const Record* record = any_record(results, dataset);
  if (imitated != dataset.name)
    return fmt::format(
        "simulated data, no verdict; the paper's numbers for {} stand beside for reference only",
        results.datasets.of(imitated).title);
  if (record != nullptr && !same_as_paper(*record)) return "simulated or generated data, no verdict";
  if (reduced) return "reduced data, no verdict: " + row_limits(dataset);
  return "";
}

std::vector<Index> feature_counts(const GridEntry& entry) {
  return entry.D.empty() ? std::vector<Index>{0} : entry.D;
}

const Summary* first_of(const Results& results, const DatasetRequest& dataset, const Kernel& kernel,
                        std::string_view method, Index D) {
  for (const Summary& row : results.rows)
    if (row.dataset == dataset && row.kernel == kernel && defining_map(row.method) == method &&
        (method == exact_method || row.D == D))
      return &row;
  return nullptr;
}

std::vector<const Summary*> method_columns(const Results& results) {
  std::vector<const Summary*> columns;
  for (const Summary& row : results.rows) {
    const bool known = std::any_of(columns.begin(), columns.end(), [&](const Summary* column) {
      return column->method_label == row.method_label;
    });
    if (!known) columns.push_back(&row);
  }
  return columns;
}

}  // namespace sketchbench
