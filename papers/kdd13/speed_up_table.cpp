#include <fmt/format.h>

#include <array>

#include "core/text.hpp"
#include "experiments/accuracy/table_parts.hpp"
#include "papers/kdd13/speed_ups.hpp"
#include "papers/kdd13/tables.hpp"
#include "report/words.hpp"

namespace sketchbench::kdd13 {
namespace {

/// One column: how many times longer `method` takes than Tensor Sketching in one phase.
struct SpeedUp {
  std::array<const char*, 2> heading;
  const char* method;
  Sample Summary::*phase;
  std::optional<double> SpeedUps::*published;
};

constexpr std::array<SpeedUp, 5> shown = {{
    {{"RM published:", "features"}, "random_maclaurin_published", &Summary::map_s, &SpeedUps::rm_map},
    {{"RM published:", "training"}, "random_maclaurin_published", &Summary::train_s, &SpeedUps::rm_train},
    {{"RM restricted:", "features"}, "random_maclaurin_restricted", &Summary::map_s, &SpeedUps::rm_map},
    {{"RM restricted:", "training"}, "random_maclaurin_restricted", &Summary::train_s, &SpeedUps::rm_train},
    {{"Exact kernel:", "total"}, "exact", &Summary::total_s, &SpeedUps::exact},
}};

TableCell speed_up_cell(const SpeedUp& column, const Summary& sketch, const Summary* other,
                        const std::optional<SpeedUps>& published) {
  TableCell cell(2);
  const double ours = (sketch.*column.phase).mean;
  if (other == nullptr) {
    cell[0].left = {"–", Tone::faint};
  } else if (other->runs() == 0 || sketch.runs() == 0) {
    cell[0].left = other->runs() == 0 ? status_text(*other) : status_text(sketch);
  } else if (ours > 0) {
    cell[0].left = {times_text((other->*column.phase).mean / ours), Tone::strong};
    if (sketch.side_by_side() || other->side_by_side())
      cell[0].left.text += fmt::format(" {}", side_by_side_mark);
    cell[0].right = status_text(sketch.status != Status::done ? sketch : *other);
  }
  if (other != nullptr) cell[0].results = {sketch.id(), other->id()};
  if (published) {
    const std::optional<double> factor = (*published).*column.published;
    cell[1].left = {factor ? times_text(*factor) : "–", Tone::faint};
  }
  return cell;
}

}  // namespace

std::optional<Table> speed_up_table(const Results& results) {
  if (!results.config.compare_with) return std::nullopt;
  const auto table2 = PublishedSpeedUps::read(results.config.compare_with->file);
  if (!table2) return std::nullopt;
  const Kernel& kernel = table2->kernel();
  Table table;
  table.number = "Table 2";
  table.caption =
      fmt::format("Speed-up of Tensor Sketching on {}, from the CPU times of Table 1", kernel.display());
  table.remarks = {
      "The other method's time divided by Tensor Sketching's; the second line is the paper's (– where it "
      "gives none)."};
  table.columns.push_back({{"Data set"}, false});
  for (const SpeedUp& column : shown)
    table.columns.push_back({{column.heading[0], column.heading[1]}, false});
  for (const GridEntry& entry : results.config.grid) {
    for (const Index D : feature_counts(entry)) {
      const Summary* sketch = first_of(results, entry.dataset, kernel, "tensor_sketch", D);
      if (sketch == nullptr || sketch->status == Status::skipped) continue;
      const std::string& published_as = sketch->facts.stands_for;
      const std::optional<SpeedUps> published = table2->find(published_as, D);
      std::vector<TableCell> row;
      row.push_back(stacked(
          {{fmt::format("{}, D = {}", sketch->dataset_title(), with_commas(D)), Tone::strong},
           {published_as == entry.dataset.name ? "  paper"
                                               : "  paper, " + results.datasets.of(published_as).title,
            Tone::faint}}));
      for (const SpeedUp& column : shown)
        row.push_back(speed_up_cell(column, *sketch,
                                    first_of(results, entry.dataset, kernel, column.method, D), published));
      table.rows.push_back(std::move(row));
    }
  }
  if (table.rows.empty()) return std::nullopt;
  return table;
}

}  // namespace sketchbench::kdd13
