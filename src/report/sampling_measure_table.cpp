#include <fmt/format.h>

#include "base/text.hpp"
#include "report/table_parts.hpp"
#include "report/tables.hpp"
#include "report/words.hpp"

namespace sketchbench {
namespace {

// A share of a gap smaller than this is a share of noise.
constexpr double smallest_gap = 1.0;

struct Forms {
  const Summary *sketch, *published, *restricted;

  bool complete() const {
    return sketch != nullptr && published != nullptr && restricted != nullptr &&
           sketch->status == Status::done && published->status == Status::done &&
           restricted->status == Status::done;
  }
  double published_gap() const { return sketch->accuracy.mean - published->accuracy.mean; }
  double restricted_gap() const { return sketch->accuracy.mean - restricted->accuracy.mean; }
};

/// How much of the published form's gap the restricted one closes.
std::string share_text(const Forms& forms) {
  const double share = 1 - forms.restricted_gap() / forms.published_gap();
  if (share >= 1) return "all";
  return share <= 0 ? "none" : fmt::format("{:.0f} %", 100 * share);
}

/// A cell with the runs that its number is made from.
TableCell number_cell(std::string text, const std::vector<const Summary*>& rows, Tone tone = Tone::plain) {
  TableCell cell = one_line(std::move(text), tone);
  for (const Summary* row : rows) cell[0].results.push_back(row->id());
  return cell;
}

std::vector<TableCell> row_of(const Forms& forms, Index D) {
  return {one_line(fmt::format("{}, D = {}", dataset_title(forms.sketch->dataset_label), with_commas(D)),
                   Tone::strong),
          one_line(display(forms.sketch->kernel)),
          number_cell(percent_text(forms.sketch->accuracy), {forms.sketch}),
          number_cell(points_text(-forms.published_gap()), {forms.sketch, forms.published}),
          number_cell(points_text(-forms.restricted_gap()), {forms.sketch, forms.restricted}),
          number_cell(share_text(forms), {forms.sketch, forms.published, forms.restricted}, Tone::strong)};
}

}  // namespace

std::optional<Table> sampling_measure_table(const Results& results) {
  Table table;
  table.caption = "What the sampling measure explains of Random Maclaurin's gap to Tensor Sketching";
  table.remarks = {
      fmt::format("Differences in percentage points; kernels where the published form is less than "
                  "{:g} point behind are left out.",
                  smallest_gap)};
  table.columns = {{{"Data set"}, false},
                   {{"Kernel"}, false},
                   {{"TS accuracy"}, true},
                   {{"RM published", "− TS"}, true},
                   {{"RM restricted", "− TS"}, true},
                   {{"Share of the gap", "explained"}, true}};
  for (const GridEntry& entry : results.config.grid)
    for (const Index D : feature_counts(entry))
      for (const PolynomialKernel& kernel : results.config.kernels) {
        const auto row = [&](const char* method) {
          return first_of(results, entry.dataset, kernel, method, D);
        };
        const Forms forms{row("tensor_sketch"), row("random_maclaurin_published"),
                          row("random_maclaurin_restricted")};
        if (forms.complete() && forms.published_gap() >= smallest_gap) table.rows.push_back(row_of(forms, D));
      }
  if (table.rows.empty()) return std::nullopt;
  return table;
}

}  // namespace sketchbench
