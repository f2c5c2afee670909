#include "experiments/sampling_theorems/report.hpp"

#include <fmt/format.h>

#include <cmath>
#include <map>
#include <memory>

#include <sketchbench/core/json.hpp>
#include <sketchbench/core/text.hpp>
#include <sketchbench/report/report_frame.hpp>
#include "experiments/sampling_theorems/tables.hpp"

namespace sketchbench {
namespace {

using Lines = std::vector<std::string>;

/// "Of 66 inequalities: ..."; nothing without any.
std::vector<Text> verdicts_of(const TheoremsResults& results) {
  std::map<TheoremVerdict, int> counts;
  int all = 0;
  for (const TheoremsCell& cell : results.rows) {
    if (!cell.theorems) continue;
    for (const TheoremCheck& check : cell.theorems->checks) {
      ++counts[check.verdict()];
      ++all;
    }
  }
  if (all == 0) return {};
  return {{fmt::format("Of {}: {} hold, {} are not refuted, {} fail; the hypothesis of {} is not met.",
                       plural(all, "inequality", "inequalities"), counts[TheoremVerdict::holds],
                       counts[TheoremVerdict::not_refuted], counts[TheoremVerdict::fails],
                       counts[TheoremVerdict::hypothesis_not_met]),
           Tone::strong}};
}

Lines readings() {
  return {
      "Theorem 1: E is the randomised Gram matrix less the Gram matrix K, its norm by Lanczos' method from "
      "products with both. The variance of a sparsified entry is (s − 1) K_ij², of a quantised one b² − "
      "K_ij², of one that is both s b² − K_ij², b the largest |K_ij|. Logarithms are natural; binary ones "
      "would ask for more. Where the entries are too large for their own σ, the bound is also shown with the "
      "smallest σ that admits them, 4 log³m times the largest entry of E; below m = 1,611 this is more than "
      "m times the largest entry, which bounds the norm of any matrix. The probability is taken as printed; "
      "it changes with the kernel's unit, and the inequality does not.",
      "Below Theorem 1 the paper says that ‖E‖ is within a factor of 4 of what any change of K with the same "
      "mean squared entry has, which is at least √m times the root of that mean. It is taken in expectation: "
      "(s − 1) times the mean K_ij² of a sparsified matrix, b² or s b² less that of a quantised one. "
      "Theorem 1's σ² is the largest variance of an entry in its place.",
      "Eigenvalues (Weyl): that of the randomised matrix is at most ‖E‖ from that of K, which says little of "
      "one that is not above ‖E‖. Those above 2‖E‖ among the leading ones are compared.",
      "Theorems 2 to 4 are about the eigenvectors of the randomised matrix itself: no product with K "
      "follows, as it does for the features that a map has of its own sample. ‖E‖ is the measured norm, with "
      "what Lanczos' method and the eigenpairs leave open added.",
      "Theorem 2: both sides change only where a threshold passes an eigenvalue, so that every pair of the "
      "leading eigenvalues of both matrices is compared, which covers all thresholds among these; the pair "
      "that comes nearest to its bound is shown.",
      "Theorem 3: with the orthogonal R that brings the two sets of eigenvectors nearest together; it may be "
      "a reflection. c is what the gap and ‖E‖ give. For any v, the largest value is 2 sin(θ/2) ‖v‖, θ the "
      "largest angle between the two spaces; for c above 1 this is below ‖v‖ / c by a factor of at least "
      "1.3.",
      "Theorem 4: of the feature whose eigenvalue is furthest from its neighbours. Eigenvectors have no sign "
      "of their own, and the nearer one is taken. The bound ‖v‖ / c is one on ⟨α, v⟩; as printed it is about "
      "f_n = ⟨α, v⟩ / √λ, whose unit is another. Both are shown, and for f_n the bound √2 ‖v‖ / (c√λ), which "
      "follows for positive semi-definite K.",
      "Theorem 5: c bounds the kernel's values in size; unless it is given, it is the width of the smallest "
      "interval with 0 and the values at the unseen points in it. A value counts where f or its estimate is "
      "not trivial. An eigenvector has the sign that makes the sum of its values positive. One rounding errs "
      "for all points together; a trial is a rounding of one eigenvector, and the probability that is "
      "allowed for its errors is 1/m³ for each point.",
      "Theorem 6: over all pairs of a sampled and an unseen row, with entries ±1/√s. With ±1/√d, as printed, "
      "squared lengths have s/d of the mean that they should have. Distances of rows that single precision "
      "cannot tell apart are left out."};
}

ReportParts parts_of(const TheoremsResults& results, const ResultTable& table, const Figure& figure) {
  ReportParts parts;
  parts.quick_limits = sampling_theorems_experiment().quick_limits();
  parts.quick_effect = "bounds for so few rows say little";
  parts.findings = verdicts_of(results);
  parts.legend = {
      fmt::format(
          "holds: of the draws that meet the hypothesis, none is beyond the bound. fails: one is; where the "
          "theorem allows some probability of failure, more are than it explains, by an exact confidence "
          "bound that is wrong with probability {:g}. not refuted: the theorem allows some probability of "
          "failure, and the draws do not contradict it; n draws without a failure only show that its "
          "probability is at most about {:.0f}/n. hypothesis not met: the theorem says nothing; bound and "
          "measured value are shown all the same.",
          share_error, -std::log(share_error)),
      "Bound and measured value are those of the draw that comes nearest to its bound or breaks it by most; "
      "slack is bound / measured."};
  parts.tables = {theorems_overview(results)};
  for (Table& of_cell : theorems_tables(results, table)) parts.tables.push_back(std::move(of_cell));
  parts.notes = {{"How the theorems are read", readings()}, {"Missing", figure.missing}};
  return parts;
}

}  // namespace

Report sampling_theorems_report(const Config& config, const ReportSources& sources) {
  const auto owned = std::make_shared<const TheoremsResults>(run_rows<TheoremsCell>(config, sources));
  const TheoremsResults& results = *owned;
  ResultTable table = theorems_table(results);
  table.owner = owned;
  const Figure figure = theorems_figure(results, table);
  ReportParts parts = parts_of(results, table, figure);
  Report report = framed_report({results.config, pointers_to(results.rows), results.left_out},
                                std::move(parts), std::move(table));
  report.shows = Shows::checks;
  report.figures = {figure};
  return report;
}

}  // namespace sketchbench
