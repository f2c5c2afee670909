#include "experiments/kernel_pca/report.hpp"

#include <fmt/format.h>

#include <functional>
#include <set>

#include "core/text.hpp"
#include "experiments/kernel_pca/equal_costs.hpp"
#include "experiments/kernel_pca/figures.hpp"
#include "experiments/kernel_pca/results.hpp"
#include "experiments/kernel_pca/run.hpp"
#include "report/csv.hpp"
#include "report/explanations.hpp"
#include "report/figure/parameter_series.hpp"
#include "report/missing_runs.hpp"
#include "report/report_frame.hpp"
#include "report/table_cells.hpp"
#include "report/words.hpp"

namespace sketchbench {
namespace {

constexpr int digits = 6;  ///< of a number for programs

/// `width`: columns of the table.
std::vector<TableCell> cells_of(const KernelPcaRow& row, bool has_accuracy, std::size_t width) {
  std::vector<TableCell> cells = {one_line(row.dataset_title()), one_line(row.kernel.display()),
                                  one_line(method_short(row.method_label)), one_line(with_commas(row.D))};
  if (!row.pca) {
    const Text status = status_text(row);
    cells.push_back(one_line(status.text, status.tone));
    cells.resize(width, one_line(""));
    return cells;
  }
  TableCell error = number_cell(significant_text(row.subspace_error), row, Tone::strong);
  error[0].right = status_text(row);
  cells.push_back(std::move(error));
  for (const Sample* sample : {&row.mean_squared_sine, &row.eigenvalue_error, &row.captured_share})
    cells.push_back(number_cell(significant_text(*sample), row));
  if (has_accuracy)
    cells.push_back(row.accuracy.n > 0 ? number_cell(percent_text(row.accuracy), row) : one_line(""));
  cells.push_back(time_cell(row, row.make_seconds));
  cells.push_back(time_cell(row, row.seconds));
  cells.push_back(one_line(readable_bytes(row.pca->map_bytes)));
  cells.push_back(one_line(readable_bytes(row.pca->working_bytes)));
  cells.push_back(one_line(fmt::format("{}", row.pca->subspace_error.size())));
  cells.push_back(one_line(with_commas(row.pca->rows)));
  cells.push_back(one_line(fmt::format("{}", row.pca->compared)));
  cells.push_back(one_line(row.pca->sigma > 0 ? fmt::format("{:.4g}", row.pca->sigma) : ""));
  return cells;
}

Table error_table(const KernelPcaResults& results) {
  Table table;
  table.caption = results.config.title;
  table.columns = {{{"Data set"}, false},   {{"Kernel"}, false},  {{"Map"}, false},
                   {{"D"}, true},           {{"Subspace"}, true}, {{"Mean", "sin²"}, true},
                   {{"Eigenvalues"}, true}, {{"Captured"}, true}};
  const bool has_accuracy = results.has_accuracy();
  if (has_accuracy) table.columns.push_back({{"Accuracy"}, true});
  for (Column& column : std::vector<Column>{{{"Making"}, true},
                                            {{"Making and", "mapping"}, true},
                                            {{"Memory of", "a map"}, true},
                                            {{"with its", "making"}, true},
                                            {{"Maps"}, true},
                                            {{"Rows"}, true},
                                            {{"Components"}, true},
                                            {{"σ"}, true}})
    table.columns.push_back(std::move(column));
  for (const KernelPcaRow& row : results.rows)
    table.rows.push_back(cells_of(row, has_accuracy, table.columns.size()));
  table.notes = time_table_notes(pointers_to(results.rows), Explanations::for_config(results.config));
  return table;
}

/// A line for each Gram matrix of which `about` has something to say.
std::vector<std::string> lines_about_matrices(const KernelPcaResults& results,
                                              const std::function<std::string(const KernelPca& pca)>& about) {
  std::vector<std::string> lines;
  std::set<std::string> said;
  for (const KernelPcaRow& row : results.rows) {
    if (!row.pca) continue;
    const std::string text = about(*row.pca);
    const std::string line = fmt::format("{}, {}: {}", row.dataset_title(), row.kernel.display(), text);
    if (!text.empty() && said.insert(line).second) lines.push_back(line);
  }
  return lines;
}

/// That the exact eigenpairs are not exact, and that features are not identified where eigenvalues coincide.
std::vector<Text> warnings_of(const KernelPcaResults& results) {
  std::vector<Text> warnings;
  for (const std::string& line : lines_about_matrices(results, [](const KernelPca& pca) -> std::string {
         if (pca.exact_converged) return "";
         return "the eigenpairs that all maps are compared with ended before their tolerance: one of them "
                "may have been missed.";
       }))
    warnings.push_back({line, Tone::warning});
  for (const std::string& line : lines_about_matrices(results, [](const KernelPca& pca) -> std::string {
         if (pca.compared == pca.components) return "";
         return fmt::format(
             "eigenvalues {} to {} of the Gram matrix coincide, or are 0, to single precision: features "
             "beyond {} are not identified, and subspaces and eigenvalues are compared up to there alone.",
             pca.compared + 1, pca.components + 1, pca.compared);
       }))
    warnings.push_back({line, Tone::warning});
  return warnings;
}

/// Of maps whose eigensolver gave up.
std::vector<std::string> lines_about_solvers(const KernelPcaResults& results) {
  std::vector<std::string> lines;
  for (const KernelPcaRow& row : results.rows)
    if (row.pca && row.pca->unconverged_maps > 0)
      lines.push_back(fmt::format("{}, {}, {}, D = {}: not within the tolerance for {} of {}.",
                                  row.dataset_title(), row.kernel.display(), method_short(row.method_label),
                                  with_commas(row.D), row.pca->unconverged_maps,
                                  plural(std::ssize(row.pca->subspace_error), "map")));
  return lines;
}

ReportParts parts_of(const KernelPcaResults& results) {
  ReportParts parts;
  parts.quick_limits = kernel_pca_quick_limits();
  parts.quick_effect = "the errors are those of a smaller matrix";
  parts.warnings = warnings_of(results);
  parts.legend = {
      "K: the Gram matrix of a sample of training rows. Z: the features that a map has of these rows; a map "
      "that looks at data is made from them. \"Components\" leading components of K and of Z are compared. "
      "Subspace: the sine of the largest angle between the two leading subspaces; mean sin²: over all angles "
      "between them. Eigenvalues: the mean of |μ − λ| / λ, λ those of K and μ those of ZZᵀ. Captured: "
      "tr(UᵀKU) over the sum of the leading eigenvalues of K, U the leading left singular vectors of Z. "
      "Means ± sample standard deviation over independent maps.",
      "Making: CPU seconds until the map is there. Making and mapping: with Z. Memory: what a map keeps; "
      "with its making: the plan's upper estimate of all that making it takes, a Gram matrix or what stands "
      "for it among that.",
      "A map of a sampled or quantised Gram matrix makes features of exact kernel values: Z is K times the "
      "eigenvectors that were found, but for their scale. Its subspace is thus one power step with K nearer "
      "than that of these eigenvectors, and μ is not their eigenvalue. The kernel values for this step are "
      "in the time of mapping, not in that of making."};
  if (results.has_accuracy())
    parts.legend.push_back(
        "Accuracy: on all test rows, in per cent, of a learner that is trained on the leading components of "
        "the sample's features.");
  parts.tables = {error_table(results)};
  parts.notes = {{"Where sampling pays", lines_about_equal_costs(results.rows)},
                 {"Eigensolvers of maps", lines_about_solvers(results)},
                 {"Exact eigenpairs", lines_about_matrices(results,
                                                           [](const KernelPca& pca) {
                                                             return fmt::format(
                                                                 "subspace errors below {:.1e} are not told "
                                                                 "apart from 0.",
                                                                 pca.uncertainty);
                                                           })},
                 {"Missing", lines_about_missing_runs(results.config, pointers_to(results.rows))}};
  return parts;
}

/// A column of what only a row with a record has.
template <class Field>
CsvColumn<KernelPcaRow> measured(const std::string& name, Field field) {
  return {name, [field](const KernelPcaRow& row) { return row.pca ? field(row) : std::string(); }};
}

CsvColumns<KernelPcaRow> columns() {
  CsvColumns<KernelPcaRow> own = {
      {"D", [](const KernelPcaRow& row) { return std::to_string(row.D); }},
      {"s",
       [](const KernelPcaRow& row) {
         const auto s = map_parameter_of(row, "s");
         return s ? csv_significant(s->get<double>(), digits) : "";
       }},
      measured("maps",
               [](const KernelPcaRow& row) { return std::to_string(row.pca->subspace_error.size()); }),
      measured("rows", [](const KernelPcaRow& row) { return std::to_string(row.pca->rows); }),
      measured("components", [](const KernelPcaRow& row) { return std::to_string(row.pca->components); }),
      measured("compared", [](const KernelPcaRow& row) { return std::to_string(row.pca->compared); }),
      measured("centred", [](const KernelPcaRow& row) { return row.pca->centred ? "1" : "0"; })};
  const auto add = [&](const std::string& name, Sample KernelPcaRow::*sample) {
    own.push_back(measured(
        name, [sample](const KernelPcaRow& row) { return csv_significant(mean_of(row.*sample), digits); }));
    own.push_back(measured(name + "_std", [sample](const KernelPcaRow& row) {
      return csv_significant((row.*sample).std, digits);
    }));
  };
  add("subspace_error", &KernelPcaRow::subspace_error);
  add("mean_squared_sine", &KernelPcaRow::mean_squared_sine);
  add("eigenvalue_error", &KernelPcaRow::eigenvalue_error);
  add("largest_eigenvalue_error", &KernelPcaRow::largest_eigenvalue_error);
  add("captured_share", &KernelPcaRow::captured_share);
  add("accuracy", &KernelPcaRow::accuracy);
  add("make_s", &KernelPcaRow::make_seconds);
  add("map_s", &KernelPcaRow::seconds);
  const auto number = [&](const char* name, double KernelPca::*value) {
    own.push_back(measured(
        name, [value](const KernelPcaRow& row) { return csv_significant(*row.pca.*value, digits); }));
  };
  number("map_bytes", &KernelPca::map_bytes);
  number("working_bytes", &KernelPca::working_bytes);
  number("uncertainty", &KernelPca::uncertainty);
  own.push_back(measured("chosen_sigma", [](const KernelPcaRow& row) {
    return row.pca->sigma > 0 ? csv_significant(row.pca->sigma, digits) : "";
  }));
  return group_columns(own);
}

/// The configuration's learner has done nothing where accuracy was not asked for.
void leave_out_learners(Document& document) {
  std::erase_if(document.notes, [](const NoteSection& section) {
    return section.heading == "Learners" || section.heading == "Convergence";
  });
}

}  // namespace

Report kernel_pca_report(const Config& config, const ReportSources& sources) {
  const KernelPcaResults results = kernel_pca_results(config, sources);
  Report report =
      framed_report({results.config, pointers_to(results.rows), results.left_out}, parts_of(results));
  if (config.parameters.at("accuracy") == 0) leave_out_learners(report.document);
  report.csv = table_of_groups(columns(), results.rows);
  report.figures = kernel_pca_figures(results);
  return report;
}

}  // namespace sketchbench
