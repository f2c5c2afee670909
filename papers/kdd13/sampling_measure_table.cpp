#include <fmt/format.h>

#include <sketchbench/core/text.hpp>
#include <sketchbench/report/words.hpp>
#include "experiments/accuracy/table_parts.hpp"
#include "papers/kdd13/random_maclaurin_gap.hpp"
#include "papers/kdd13/tables.hpp"

namespace sketchbench::kdd13 {
namespace {

std::string share_text(const RandomMaclaurinGap& gap) {
  const double share = gap.explained_share();
  if (share >= 1) return "all";
  return share <= 0 ? "none" : fmt::format("{:.0f} %", 100 * share);
}

/// A cell with the runs that its number is made from.
TableCell number_cell(std::string text, const std::vector<const Summary*>& rows, Tone tone = Tone::plain) {
  TableCell cell = one_line(std::move(text), tone);
  for (const Summary* row : rows) cell[0].results.push_back(row->id());
  return cell;
}

std::vector<TableCell> row_of(const RandomMaclaurinGap& gap) {
  const Summary& sketch = *gap.sketch;
  return {one_line(fmt::format("{}, D = {}", sketch.dataset_title(), with_commas(sketch.D)), Tone::strong),
          one_line(sketch.kernel.display()),
          number_cell(percent_text(sketch.accuracy), {gap.sketch}),
          number_cell(points_text(-gap.of_published()), {gap.sketch, gap.published}),
          number_cell(points_text(-gap.of_restricted()), {gap.sketch, gap.restricted}),
          number_cell(share_text(gap), {gap.sketch, gap.published, gap.restricted}, Tone::strong)};
}

}  // namespace

std::optional<Table> sampling_measure_table(const Results& results) {
  Table table;
  table.caption = "What the sampling measure explains of Random Maclaurin's gap to Tensor Sketching";
  table.remarks = {
      "The published form is the one that the paper compares with; it has no numbers of the restricted form. "
      "What that gains is due to the sampling measure, what then is left to Tensor Sketching to the map "
      "itself.",
      fmt::format("Differences in percentage points; kernels where the published form is less than "
                  "{:g} point behind are left out.",
                  smallest_gap)};
  table.columns = {{{"Data set"}, false},
                   {{"Kernel"}, false},
                   {{"TS accuracy"}, true},
                   {{"RM published", "− TS"}, true},
                   {{"RM restricted", "− TS"}, true},
                   {{"Share of the gap", "explained"}, true}};
  for (const RandomMaclaurinGap& gap : random_maclaurin_gaps(summary_pointers(results)))
    table.rows.push_back(row_of(gap));
  if (table.rows.empty()) return std::nullopt;
  return table;
}

}  // namespace sketchbench::kdd13
