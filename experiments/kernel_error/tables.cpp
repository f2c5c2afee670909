#include "experiments/kernel_error/tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/text.hpp"
#include "report/explanations.hpp"
#include "report/table_cells.hpp"
#include "report/words.hpp"

namespace sketchbench {
namespace {

std::string error_text(double value, std::optional<double> deviation = {}) {
  return significant_text({.n = 1, .mean = value, .std = deviation});
}

TableCell ratio_cell(const ErrorPoint& point) {
  if (!point.ratio) return one_line("");
  TableCell cell = number_cell(
      fmt::format("{:.2f} [{:.2f}, {:.2f}]", point.ratio->mean, point.ratio->low, point.ratio->high), point);
  const bool agrees = point.wide_ratio->holds(1);
  cell[0].right = {std::string(agrees ? reproduced_mark : differs_mark), agrees ? Tone::good : Tone::bad};
  return cell;
}

std::vector<TableCell> row_of(const ErrorPoint& point) {
  std::vector<TableCell> row = {one_line(point.dataset_title()), one_line(point.kernel.display()),
                                one_line(method_short(point.method_label)), one_line(with_commas(point.D))};
  if (!point.error) {
    const Text status = status_text(point);
    row.push_back(one_line(status.text, status.tone));
    row.resize(10, one_line(""));
    return row;
  }
  const KernelError& error = *point.error;
  row.push_back(
      number_cell(error_text(point.relative_error.mean, point.relative_error.std), point, Tone::strong));
  row.push_back(one_line(error.theory ? error_text(ErrorPoint::normal_mean_error(*error.theory)) : ""));
  row.push_back(number_cell(error_text(point.rms, point.rms_std), point));
  row.push_back(one_line(error.theory ? error_text(std::sqrt(error.theory->mean_square)) : ""));
  row.push_back(ratio_cell(point));
  row.push_back(one_line(error.bound ? error_text(std::sqrt(error.bound->errors.mean_square)) : ""));
  return row;
}

std::string percent(Index part, Index whole) {
  return fmt::format("{:.1f} %", 100 * static_cast<double>(part) / static_cast<double>(whole));
}

const ErrorPoint* largest_bounded(const ErrorPanel& panel, const FeatureMapKind& kind) {
  const ErrorPoint* largest = nullptr;
  for (const ErrorPoint* point : panel.points)
    if (has_bound_of(kind, *point) && (largest == nullptr || point->D > largest->D)) largest = point;
  return largest;
}

/// "by Lemma 6"; of several maps each has its own.
std::string bound_heading(const std::vector<const FeatureMapKind*>& kinds) {
  return kinds.size() == 1 ? "by " + kinds.front()->bound_name : "by stated bound";
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

Table error_table(const KernelErrors& errors) {
  const std::vector<const FeatureMapKind*> bounded = bounded_kinds(errors);
  Table table;
  table.caption = errors.config.title;
  table.columns = {{{"Data set"}, false},
                   {{"Kernel"}, false},
                   {{"Method"}, false},
                   {{"D"}, true},
                   {{"Mean error"}, true},
                   {{"Predicted", "if normal"}, true},
                   {{"Root mean", "square"}, true},
                   {{"Predicted"}, true},
                   {{"Mean square,", "measured / predicted"}, false},
                   {{"Root mean sq.", bound_heading(bounded)}, true}};
  for (const ErrorPanel& panel : errors.panels)
    for (const ErrorPoint* point : panel.points) table.rows.push_back(row_of(*point));
  if (bounded.empty()) {
    table.columns.pop_back();
    for (std::vector<TableCell>& row : table.rows) row.pop_back();
  }
  table.notes = table_notes(pointers_to(errors.points), Explanations::for_config(errors.config));
  return table;
}

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
