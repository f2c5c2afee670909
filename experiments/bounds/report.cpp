#include "experiments/bounds/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <set>

#include <sketchbench/core/json.hpp>
#include <sketchbench/core/text.hpp>
#include <sketchbench/report/report_frame.hpp>
#include "experiments/bounds/results.hpp"
#include "experiments/bounds/run.hpp"
#include "experiments/bounds/tables.hpp"

namespace sketchbench {
namespace {

using Lines = std::vector<std::string>;

bool fails(const BoundsResults& results, std::string_view lemma, std::string_view quantity) {
  return std::any_of(results.cells.begin(), results.cells.end(), [&](const CheckedCell& cell) {
    const BoundCheck* check = cell.find(lemma, quantity);
    return check != nullptr && check->verdict == BoundVerdict::fails;
  });
}

/// "Of 36 checks: ..."; nothing without any.
std::vector<Text> verdicts_of(const BoundsResults& results) {
  std::map<BoundVerdict, int> counts;
  int checks = 0;
  for (const CheckedCell& cell : results.cells)
    for (const BoundCheck& check : cell.checks) {
      ++counts[check.verdict];
      ++checks;
    }
  if (checks == 0) return {};
  return {{fmt::format("Of {}: {} hold, {} fail, {} inconclusive, {} not applicable.",
                       plural(checks, "check"), counts[BoundVerdict::holds], counts[BoundVerdict::fails],
                       counts[BoundVerdict::cannot_tell], counts[BoundVerdict::conditions_not_met]),
           Tone::strong}};
}

std::string joined(const std::set<std::string>& words) { return fmt::format("{}", fmt::join(words, ", ")); }

/// Which checks are decided together, and at which level.
std::string family_line(const CheckFamily& family) {
  std::string line = fmt::format(
      "The family: all {} of this configuration whose conditions are met. That any of them says \"fails\" of "
      "what holds has a probability of at most {:.2g}, the sum of their levels (Bonferroni).",
      plural(family.checks, "check"), family.level);
  if (family.decides())
    return line + fmt::format(" At most {:g} is asked for, so every \"fails\" stands beside all others.",
                              CheckFamily::most);
  return line + fmt::format(
                    " More than the {:g} that is asked for: nothing is said to fail, and what would by "
                    "itself is \"inconclusive\". A smaller \"level\" decides.",
                    CheckFamily::most);
}

/// Seeds, level, and what they mean for all checks together.
Lines level_lines(const BoundsResults& results) {
  std::set<std::string> seeds, levels;
  for (const CheckedCell& cell : results.cells) {
    if (cell.checks.empty()) continue;
    seeds.insert(with_commas(cell.seeds));
    levels.insert(fmt::format("{:g}", cell.level));
  }
  if (seeds.empty()) return {};
  return {fmt::format("Seeds of a cell: {}. A check looks at many pairs of points and errors at once; that "
                      "it says \"fails\" of a lemma that holds for all of them has a probability of at "
                      "most {} (Bonferroni).",
                      joined(seeds), joined(levels)),
          family_line(results.family),
          "Intervals: exact binomial ones for probabilities (Clopper and Pearson); Student's t over the "
          "means or variances of 32 batches of seeds for means and variances. Where a variance is compared "
          "with an upper bound, the lower end is valid for any law and any number of seeds (empirical "
          "Bernstein inequality on truncated values), so that \"fails\" is proven at the stated level. Its "
          "upper end is an approximation: estimates of high degree have tails so heavy that samples mostly "
          "underestimate their variance.",
          "Pairs: a quarter each of x = y, of the most parallel and of the least overlapping rows in a "
          "sample of 200, and of random ones. Lemmas 7 and 9 are looked at where their bounds are 0.5, "
          "0.2, 0.1, 0.05, 0.02 and 0.01; Lemma 10 on the pairs x = y and on a vector of d equal "
          "coordinates, all scaled to length 1, for delta = 0.25, 0.1, 0.01 and 0.001 at the smallest "
          "error that its conditions admit."};
}

Lines reasons(const BoundsResults& results) {
  Lines lines;
  if (fails(results, "6", "variance")) {
    lines.push_back(
        "Lemma 6 fails for p ≥ 2 where x and y are nearly parallel. It applies Lemma 3 to the Count Sketch "
        "of the tensor product, whose proof needs the signs of any four coordinates to be independent. "
        "Tensor Sketching gives the coordinate (i, j) the sign s(i) t(j), and the product of the signs of "
        "(i, k), (i, l), (j, k) and (j, l) is always 1: signs are only 3-wise independent, and terms "
        "remain in the variance that Lemma 3 has not.");
    lines.push_back(
        "The column \"Exact\" is the variance computed from the pair itself, without any such assumption. "
        "For x = y without a dominant coordinate and large D it is 2^p − 1 times the bound: 3, 7 and 15 "
        "times for p = 2, 3 and 4; for small D more, up to (3^p − 1) / 2. The smallest example is x = y = "
        "(1, 1) with p = 2 and D = 2: over all 256 choices of hash functions the variance is 24, the bound "
        "16. Estimates stay unbiased, and the variance still falls as 1 / D: it is at most (2 + 3^p) |x|²ᵖ "
        "|y|²ᵖ / D (Avron, Nguyen and Woodruff 2014), and by the exact variance at most (3^p − 1) |x|²ᵖ "
        "|y|²ᵖ / D.");
    lines.push_back(
        "In place of Lemma 6, later work cites ((2⟨x,y⟩² + |x|² |y|² − 2 sum of x²y²)^p − ⟨x,y⟩²ᵖ) / D from "
        "the authors' journal version (arXiv 2505.08146). It holds where ⟨x,y⟩² is at least the sum of x²y², "
        "as where no coordinate is negative, and is checked there; for x = (1, 1), y = (1, −1), p = 2 and D "
        "= 3 it is 0, where the variance over all hash functions is 16/9.");
  }
  if (fails(results, "7", "tail"))
    lines.push_back(
        "Lemma 7 is Chebyshev's inequality for the variance that Lemma 6 promises. Its constant 2 and "
        "Chebyshev's own slack make up for part of the difference; where it fails, they do not.");
  if (fails(results, "10", "tail"))
    lines.push_back(
        "Lemma 10 is taken from work on Count Sketches whose signs are independent. Products of signs give "
        "estimates of a larger variance and heavier tails, and with them rare errors are more frequent "
        "than it says. Its logarithms are taken to be natural ones; to base 2, its conditions would ask "
        "for more features.");
  return lines;
}

/// What "holds" is said under, also where nothing fails.
Lines assumption_lines(const BoundsResults& results) {
  if (results.family.checks == 0) return {};
  return {
      "Hash functions here are fully random tables, of which any four signs are independent. The paper's "
      "definition asks for 2-wise independence, which is enough for the means, but not for the variances of "
      "Lemmas 2 and 3: they need 4-wise independent signs. What is said to hold for p = 1 holds "
      "for such tables."};
}

ReportParts parts_of(const BoundsResults& results, const ResultTable& table, const Figure& figure) {
  ReportParts parts;
  parts.quick_limits = bounds_experiment().quick_limits();
  parts.quick_effect = "most checks are inconclusive";
  parts.findings = verdicts_of(results);
  parts.legend = {fmt::format("holds: the whole confidence interval is within the bound, or beyond it by "
                              "less than {:g} %; for an equality, it has the value in it and reaches no "
                              "further than that from it (for a mean, in standard deviations of one "
                              "estimate). fails: the whole interval is beyond the bound. inconclusive: "
                              "the interval reaches across it. not applicable: the lemma speaks of no pair.",
                              100 * bound_margin),
                  "A row shows the pair of points that decided: the one that breaks the bound by most, "
                  "or else comes nearest to it. The worst ratio is the largest measured value over its "
                  "bound, of all pairs. Lemmas 2 and 3 are for plain Count Sketch, p = 1."};
  if (!results.family.decides()) parts.warnings.push_back({family_line(results.family), Tone::warning});
  parts.tables = {bounds_overview(results)};
  for (Table& of_lemma : bounds_tables(results, table)) parts.tables.push_back(std::move(of_lemma));
  parts.notes = {{"Why lemmas fail", reasons(results)},
                 {"Hash functions", assumption_lines(results)},
                 {"Seeds, levels and pairs", level_lines(results)},
                 {"Missing", figure.missing}};
  return parts;
}

}  // namespace

Report bounds_report(const Config& config, const ReportSources& sources) {
  const auto owned = std::make_shared<const BoundsResults>(bounds_results(config, sources));
  const BoundsResults& results = *owned;
  ResultTable table = bounds_table(results);
  table.owner = owned;
  const Figure figure = bounds_figure(results, table);
  ReportParts parts = parts_of(results, table, figure);
  Report report = framed_report({results.config, pointers_to(results.cells), results.left_out},
                                std::move(parts), std::move(table));
  report.shows = Shows::checks;
  report.figures = {figure};
  return report;
}

}  // namespace sketchbench
