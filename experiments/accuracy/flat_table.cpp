#include <fmt/format.h>

#include <sketchbench/core/text.hpp>
#include <sketchbench/report/learner_names.hpp>
#include <sketchbench/report/words.hpp>
#include "experiments/accuracy/notes.hpp"
#include "experiments/accuracy/table_parts.hpp"
#include "experiments/accuracy/tables.hpp"

namespace sketchbench {
namespace {

Text mark(Verdict verdict) { return {std::string(mark_of(verdict)), tone_of(verdict)}; }

TableCell accuracy_cell(const Summary& row) {
  TableCell cell(1);
  cell[0].left = row.runs() > 0 ? Text{percent_text(row.accuracy), Tone::strong} : status_text(row);
  cell[0].results = {row.id()};
  if (row.runs() > 0) cell[0].right = row.status == Status::done ? mark(row.verdict()) : status_text(row);
  return cell;
}

}  // namespace

Table flat_table(const Results& results, const Explanations& explanations) {
  const bool published = has_published_numbers(results);
  Table table;
  table.caption = results.config.title;
  table.columns = {{{"Data set"}, false}, {{"Kernel"}, false}, {{"Method"}, false},
                   {{"D"}, true},         {{"Runs"}, true},    {{"Accuracy"}, false}};
  if (published) table.columns.push_back({{"Paper"}, false});
  table.columns.insert(table.columns.end(), {{{"Features"}, true}, {{"Training"}, true}, {{"Memory"}, true}});
  std::vector<const Summary*> shown;
  for (const Summary& row : results.rows) {
    std::vector<TableCell> cells = {one_line(row.dataset_title()),
                                    one_line(row.kernel.display()),
                                    one_line(method_short(row.method_label)),
                                    one_line(row.D > 0 ? with_commas(row.D) : ""),
                                    one_line(runs_text(row)),
                                    accuracy_cell(row)};
    if (published) cells.push_back(one_line(row.paper ? percent_text(row.paper->accuracy) : "", Tone::faint));
    cells.push_back(row.method == exact_method ? one_line("") : time_cell(row, row.map_s));
    cells.push_back(time_cell(row, row.train_s));
    cells.push_back(one_line(row.runs() > 0 ? readable_bytes(row.peak_rss_bytes) : ""));
    table.rows.push_back(std::move(cells));
    shown.push_back(&row);
  }
  constexpr std::ptrdiff_t behind_method = 3;
  add_learner_column(table, behind_method, pointers_to(shown));
  for (const GridEntry& entry : results.config.grid)
    if (const std::string remark = data_remark(results, entry.dataset); !remark.empty())
      table.remarks.push_back(fmt::format("{}: {}", results.datasets.of(entry.dataset.name).title, remark));
  table.notes = time_table_notes(pointers_to(shown), explanations);
  if (std::string note = family_note(results); !note.empty()) table.notes.push_back(std::move(note));
  return table;
}

}  // namespace sketchbench
