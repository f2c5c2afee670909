#include "experiments/kernel_pca/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <set>

#include <sketchbench/core/text.hpp>
#include <sketchbench/harness/cell/typed_experiment.hpp>
#include <sketchbench/report/figure/parameter_series.hpp>
#include <sketchbench/report/group_words.hpp>
#include <sketchbench/report/result_report.hpp>
#include <sketchbench/report/results/result_figure.hpp>
#include <sketchbench/report/words.hpp>
#include "experiments/kernel_pca/equal_costs.hpp"
#include "experiments/kernel_pca/results.hpp"
#include "experiments/kernel_pca/run.hpp"

namespace sketchbench {
namespace {

bool has_accuracy(const KernelPcaResults& results) {
  return std::ranges::any_of(results.rows,
                             [](const KernelPcaRow& row) { return row.pca && !row.pca->accuracy.empty(); });
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
    if (row.pca && row.pca->unconverged_maps() > 0)
      lines.push_back(fmt::format("{}, {}, {}, D = {}: not within the tolerance for {} of {}.",
                                  row.dataset_title(), row.kernel.display(), method_short(row),
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

/// The configuration's learner has done nothing where accuracy was not asked for.
void leave_out_learners(Document& document) {
  std::erase_if(document.notes, [](const NoteSection& section) {
    return section.heading == "Learners" || section.heading == "Convergence";
  });
}

}  // namespace

const Quantities<RunGroup>& kernel_pca_quantities() {
  using Pca = KernelPca;
  constexpr auto of = [](auto member) { return of_result<Pca>(member); };
  constexpr auto over = [](auto member) { return over_runs<Pca>(member); };
  const auto each_map = [](double (*of_errors)(const std::vector<double>&)) {
    return over_runs<Pca>([of_errors](const Pca& pca) {
      std::vector<double> all;
      for (const std::vector<double>& errors : pca.eigenvalue_error) all.push_back(of_errors(errors));
      return all;
    });
  };
  static const Quantities<RunGroup> all = {
      {{.key = "s"}, [](const RunGroup& group) { return map_parameter_of(group, "s"); }},
      {{.key = "maps", .heading = {"Maps"}, .form = Form::count},
       of([](const Pca& pca) { return pca.subspace_error.size(); })},
      {{.key = "rows", .heading = {"Rows"}, .form = Form::count}, of(&Pca::rows)},
      {{.key = "components", .form = Form::count}, of(&Pca::components)},
      {{.key = "compared", .heading = {"Components"}, .form = Form::count}, of(&Pca::compared)},
      {{.key = "centred", .form = Form::count}, of(&Pca::centred)},
      {{.key = "subspace_error",
        .heading = {"Subspace"},
        .title =
            "The sine of the largest angle between the leading subspace of the Gram matrix and that of a "
            "map's features",
        .axis = "error of the leading subspace, sin θ",
        .spread = true,
        .ranking = Ranking{.name = "subspace_error",
                           .title = "Error of the leading subspace, sine of the largest angle",
                           .better = Better::smaller}},
       over(&Pca::subspace_error)},
      {{.key = "mean_squared_sine", .heading = {"Mean", "sin²"}, .spread = true},
       over(&Pca::mean_squared_sine)},
      {{.key = "eigenvalue_error", .heading = {"Eigenvalues"}, .spread = true},
       each_map([](const std::vector<double>& errors) { return sample_of(errors).mean; })},
      {{.key = "largest_eigenvalue_error", .spread = true},
       each_map([](const std::vector<double>& errors) { return std::ranges::max(errors); })},
      {{.key = "captured_share",
        .heading = {"Captured"},
        .title = "The share of the sum of the leading eigenvalues that a map's leading subspace captures",
        .axis = "captured share of the leading eigenvalues",
        .spread = true,
        .is_linear = true},
       over(&Pca::captured_share)},
      {{.key = "accuracy",
        .heading = {"Accuracy"},
        .title = "Accuracy on the test rows of a learner on the leading features of the sample",
        .axis = "accuracy (%)",
        .form = Form::percent,
        .spread = true,
        .is_linear = true,
        .ranking = Ranking{.name = "extracted_accuracy",
                           .title = "Test accuracy with the extracted features in per cent",
                           .better = Better::larger,
                           .guarded = false}},
       over(&Pca::accuracy)},
      {{.key = "make_s", .heading = {"Making"}, .form = Form::seconds, .spread = true},
       over(&Pca::make_seconds)},
      {{.key = "map_s",
        .heading = {"Making and", "mapping"},
        .title = "the CPU time of making a map and mapping the sample",
        .axis = "CPU time for making a map and mapping the sample (s)",
        .form = Form::seconds,
        .spread = true,
        .cost = "making the map and mapping the sampled rows"},
       over(&Pca::seconds)},
      {{.key = "map_bytes", .heading = {"Memory of", "a map"}, .form = Form::bytes}, of(&Pca::map_bytes)},
      {{.key = "working_bytes",
        .heading = {"with its", "making"},
        .title = "the memory that a map and its making take, a Gram matrix among it, as planned",
        .axis = "memory of a map and its making (MB)",
        .form = Form::bytes,
        .cost = "the map and what its making takes"},
       of(&Pca::working_bytes)},
      {{.key = "matrix_bytes", .form = Form::bytes, .place = ColumnPlace::nowhere},
       of([](const Pca& pca) { return pca.fact("matrix_bytes"); })},
      {{.key = "mapping_s", .form = Form::seconds, .place = ColumnPlace::nowhere}, over(&Pca::map_seconds)},
      {{.key = "nonzero_share", .place = ColumnPlace::nowhere},
       over([](const Pca& pca) { return pca.fact("nonzero_share"); })},
      {{.key = "uncertainty"}, of(&Pca::uncertainty)},
      {{.key = "chosen_sigma", .heading = {"σ"}, .form = Form::general}, of(&Pca::sigma)}};
  return all;
}

Report kernel_pca_report(const Config& config, const ReportSources& sources) {
  const auto runs = std::make_shared<const KernelPcaResults>(run_rows<KernelPcaRow>(config, sources));
  const KernelPcaResults& results = *runs;
  const ResultTable table = owned_result_table(runs, results.rows, kernel_pca_quantities());
  Report report = result_report(
      table, results.left_out,
      {.main = "subspace_error",
       .quick_effect = "the errors are those of a smaller matrix",
       .legend = legend_of(has_accuracy(results)),
       .warnings = warnings_of(results),
       .notes = {{"Where sampling pays", lines_about_equal_costs(results.rows)},
                 {"Eigensolvers of maps", lines_about_solvers(results)},
                 {"Exact eigenpairs", lines_about_matrices(results, [](const KernelPca& pca) {
                    return fmt::format("subspace errors below {:.1e} are not told apart from 0.",
                                       pca.uncertainty);
                  })}}});
  if (typed_parameters<KernelPcaParameters>(config.parameters, config.name).accuracy == 0)
    leave_out_learners(report.document);
  const auto draw = [&](const char* y, const char* x, const char* name) {
    report.figures.push_back(result_figure(
        table,
        {.y = y,
         .x = x,
         .name = name,
         .means = "Means over independent maps on one sample of training rows; bars: one sample standard "
                  "deviation to either side. A line of a map of a sampled Gram matrix goes over s: the share "
                  "1/s of the entries is kept, so that larger s take less; one of a Nyström map over m, its "
                  "landmarks.",
         .parameters = {"s", "m"}}));
  };
  draw("subspace_error", "map_s", "_error_by_time");
  draw("subspace_error", "working_bytes", "_error_by_memory");
  draw("captured_share", "map_s", "_share_by_time");
  draw("captured_share", "working_bytes", "_share_by_memory");
  if (has_accuracy(results)) draw("accuracy", "map_s", "_accuracy_by_time");
  return report;
}

}  // namespace sketchbench
