#include "experiments/kernel_error/tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include <sketchbench/core/text.hpp>
#include <sketchbench/report/table_cells.hpp>
#include <sketchbench/report/words.hpp>

namespace sketchbench {
namespace {

std::string percent(Index part, Index whole) {
  return fmt::format("{:.1f} %", 100 * static_cast<double>(part) / static_cast<double>(whole));
}

const ErrorPoint* largest_bounded(const ErrorPanel& panel, const FeatureMapKind& kind) {
  const ErrorPoint* largest = nullptr;
  for (const ErrorPoint* point : panel.points)
    if (has_bound_of(kind, *point) && (largest == nullptr || point->D > largest->D)) largest = point;
  return largest;
}

std::vector<TableCell> bound_row(const ErrorPoint& point) {
  const KernelError& error = *point.error;
  const KernelError::StatedBound& bound = *error.bound;
  const Sample measured = sample_of(bound.mean_square_beyond);
  const std::string measured_text =
      measured.n == 0 ? ""
                      : fmt::format("{:.2f}{}", measured.mean,
                                    measured.n > 1 ? fmt::format(" ± {:.2f}", standard_error(measured)) : "");
  return {one_line(point.dataset_title()),
          one_line(point.kernel.display(), Tone::strong),
          one_line(with_commas(point.D)),
          number_cell(percent(bound.pairs_beyond, error.pairs), point),
          one_line(fmt::format("{:.2f}", bound.largest_ratio)),
          one_line(bound.pairs_beyond > 0 ? fmt::format("{:.2f}", bound.mean_ratio_beyond) : ""),
          number_cell(measured_text, point, Tone::strong)};
}

}  // namespace

std::vector<Table> bound_tables(const KernelErrors& errors) {
  std::vector<Table> tables;
  for (const FeatureMapKind* kind : bounded_kinds(errors)) {
    Table table;
    table.caption =
        fmt::format("{}'s bound of {}'s variance against the exact variance", kind->bound_name, kind->title);
    table.remarks = {
        "Ratios of a variance to the bound; above 1 the bound is exceeded. Measured: mean of (estimate − κ)² "
        "/ bound over the pairs whose exact variance exceeds the bound, ± standard error over the maps."};
    table.columns = {
        {{"Data set"}, false},          {{"Kernel"}, false},          {{"D"}, true},
        {{"Pairs", "beyond"}, true},    {{"Largest", "exact"}, true}, {{"Mean exact,", "beyond"}, true},
        {{"Measured,", "beyond"}, true}};
    for (const ErrorPanel& panel : errors.panels)
      if (const ErrorPoint* point = largest_bounded(panel, *kind)) table.rows.push_back(bound_row(*point));
    tables.push_back(std::move(table));
  }
  return tables;
}

}  // namespace sketchbench
