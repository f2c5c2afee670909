#include "experiments/kernel_pca/report.hpp"

#include <fmt/format.h>

#include <functional>
#include <set>

#include <sketchbench/core/text.hpp>
#include <sketchbench/report/figure/parameter_series.hpp>
#include <sketchbench/report/results/result_report.hpp>
#include <sketchbench/report/words.hpp>
#include "experiments/kernel_pca/equal_costs.hpp"
#include "experiments/kernel_pca/figures.hpp"
#include "experiments/kernel_pca/results.hpp"
#include "experiments/kernel_pca/run.hpp"

namespace sketchbench {
namespace {

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
    if (row.pca && row.pca->unconverged_maps() > 0)
      lines.push_back(fmt::format("{}, {}, {}, D = {}: not within the tolerance for {} of {}.",
                                  row.dataset_title(), row.kernel.display(), method_short(row.method_label),
                                  with_commas(row.D), row.pca->unconverged_maps(),
                                  plural(std::ssize(row.pca->subspace_error), "map")));
  return lines;
}

std::vector<std::string> legend_of(bool with_accuracy) {
  std::vector<std::string> legend = {
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
  if (with_accuracy)
    legend.push_back(
        "Accuracy: on all test rows, in per cent, of a learner that is trained on the leading components of "
        "the sample's features.");
  return legend;
}

const Quantities<KernelPcaRow>& quantities() {
  using Row = KernelPcaRow;
  constexpr auto of = [](auto member) { return of_result<KernelPca>(member); };
  static const Quantities<Row> all = {
      {{.key = "s"},
       [](const Row& row) {
         const auto s = map_parameter_of(row, "s");
         return s ? std::optional(s->get<double>()) : std::nullopt;
       }},
      {{.key = "maps", .heading = {"Maps"}, .form = Form::count},
       of([](const KernelPca& pca) { return pca.subspace_error.size(); })},
      {{.key = "rows", .heading = {"Rows"}, .form = Form::count}, of(&KernelPca::rows)},
      {{.key = "components", .form = Form::count}, of(&KernelPca::components)},
      {{.key = "compared", .heading = {"Components"}, .form = Form::count}, of(&KernelPca::compared)},
      {{.key = "centred", .form = Form::count}, of(&KernelPca::centred)},
      {{.key = "subspace_error", .heading = {"Subspace"}, .spread = true}, &Row::subspace_error},
      {{.key = "mean_squared_sine", .heading = {"Mean", "sin²"}, .spread = true}, &Row::mean_squared_sine},
      {{.key = "eigenvalue_error", .heading = {"Eigenvalues"}, .spread = true}, &Row::eigenvalue_error},
      {{.key = "largest_eigenvalue_error", .spread = true}, &Row::largest_eigenvalue_error},
      {{.key = "captured_share", .heading = {"Captured"}, .spread = true}, &Row::captured_share},
      {{.key = "accuracy", .heading = {"Accuracy"}, .form = Form::percent, .spread = true}, &Row::accuracy},
      {{.key = "make_s", .heading = {"Making"}, .form = Form::seconds, .spread = true}, &Row::make_seconds},
      {{.key = "map_s", .heading = {"Making and", "mapping"}, .form = Form::seconds, .spread = true},
       &Row::seconds},
      {{.key = "map_bytes", .heading = {"Memory of", "a map"}, .form = Form::bytes},
       of(&KernelPca::map_bytes)},
      {{.key = "working_bytes", .heading = {"with its", "making"}, .form = Form::bytes},
       of(&KernelPca::working_bytes)},
      {{.key = "uncertainty"}, of(&KernelPca::uncertainty)},
      {{.key = "chosen_sigma", .heading = {"σ"}, .form = Form::general}, of(&KernelPca::sigma)}};
  return all;
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
  Report report = result_report(
      result_table(results.config, results.rows, quantities()), results.left_out,
      {.main = "subspace_error",
       .quick_effect = "the errors are those of a smaller matrix",
       .legend = legend_of(results.has_accuracy()),
       .warnings = warnings_of(results),
       .notes = {{"Where sampling pays", lines_about_equal_costs(results.rows)},
                 {"Eigensolvers of maps", lines_about_solvers(results)},
                 {"Exact eigenpairs", lines_about_matrices(results, [](const KernelPca& pca) {
                    return fmt::format("subspace errors below {:.1e} are not told apart from 0.",
                                       pca.uncertainty);
                  })}}});
  if (config.parameters.at("accuracy") == 0) leave_out_learners(report.document);
  report.figures = kernel_pca_figures(results);
  return report;
}

}  // namespace sketchbench
