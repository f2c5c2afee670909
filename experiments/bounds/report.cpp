#include "experiments/bounds/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "core/text.hpp"
#include "experiments/bounds/figure.hpp"
#include "experiments/bounds/results.hpp"
#include "experiments/bounds/tables.hpp"
#include "report/csv.hpp"
#include "report/group_notes.hpp"
#include "report/words.hpp"

namespace sketchbench {
namespace {

using Lines = std::vector<std::string>;

bool fails(const BoundsResults& results, std::string_view lemma, std::string_view quantity) {
  return std::any_of(results.cells.begin(), results.cells.end(), [&](const CheckedCell& cell) {
    const BoundCheck* check = cell.find(lemma, quantity);
    return check != nullptr && check->verdict == BoundVerdict::fails;
  });
}

std::vector<Text> banners_of(const BoundsResults& results) {
  std::vector<Text> banners;
  if (results.config.quick)
    banners.push_back({"QUICK RUN: few seeds. It shows that everything works; most bounds are inconclusive.",
                       Tone::warning});
  std::map<BoundVerdict, int> counts;
  int checks = 0;
  for (const CheckedCell& cell : results.cells)
    for (const BoundCheck& check : cell.checks) {
      ++counts[check.verdict];
      ++checks;
    }
  if (checks > 0)
    banners.push_back(
        {fmt::format("Of {}: {} hold, {} fail, {} are inconclusive, {} do not apply (no pair meets their "
                     "conditions).",
                     plural(checks, "check"), counts[BoundVerdict::holds], counts[BoundVerdict::fails],
                     counts[BoundVerdict::cannot_tell], counts[BoundVerdict::conditions_not_met]),
         Tone::strong});
  const auto complete = std::ranges::count(results.cells, Status::done, &CheckedCell::status);
  if (complete < std::ssize(results.cells))
    banners.push_back({fmt::format("{} of {} are complete; incomplete ones are marked.", complete,
                                   plural(std::ssize(results.cells), "result")),
                       Tone::warning});
  return banners;
}

std::string joined(const std::set<std::string>& words) { return fmt::format("{}", fmt::join(words, ", ")); }

/// Seeds, level, and what they mean for all checks together.
Lines level_lines(const BoundsResults& results) {
  std::set<std::string> seeds, levels;
  double false_alarms = 0;
  for (const CheckedCell& cell : results.cells) {
    if (cell.checks.empty()) continue;
    seeds.insert(with_commas(cell.seeds));
    levels.insert(fmt::format("{:g}", cell.level));
    false_alarms += cell.level * static_cast<double>(cell.checks.size());
  }
  if (seeds.empty()) return {};
  return {fmt::format("Seeds of a cell: {}. A check looks at many pairs of points and errors at once; that "
                      "it says \"fails\" of a lemma that holds for all of them has a probability of at "
                      "most {} (Bonferroni). That any check of this report does: at most {:.2g}.",
                      joined(seeds), joined(levels), false_alarms),
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
        "(i, k), (i, l), (j, k) and (j, l) is always 1: signs are independent in pairs and triples only, "
        "and terms remain in the variance that Lemma 3 has not.");
    lines.push_back(
        "The column \"Exact\" is the variance computed from the pair itself, without any such assumption. "
        "For x = y without a dominant coordinate and large D it is (2^(p+1) − 2) / 2 times the bound: 3, 7 "
        "and 15 times for p = 2, 3 and 4. The smallest example is x = y = (1, 1) with p = 2 and D = 2: "
        "over all 256 choices of hash functions the variance is 24, the bound 16. Estimates stay unbiased, "
        "and the variance still falls as 1 / D: it is at most (2 + 3^p) |x|²ᵖ |y|²ᵖ / D (Avron, Nguyen and "
        "Woodruff 2014).");
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
  if (!lines.empty())
    lines.push_back(
        "Hash functions here are fully random tables. Lemma 2 itself needs signs that are independent in "
        "fours, more than the 2-wise independence of the paper's definition.");
  return lines;
}

Document document_of(const BoundsResults& results, const Figure& figure) {
  Document document;
  document.name = results.config.name;
  document.title = results.config.title;
  document.banners = banners_of(results);
  document.legend = {fmt::format("holds: the whole confidence interval is within the bound, or beyond it by "
                                 "less than {:g} %; for an equality, it has the value in it and reaches no "
                                 "further than that from it (for a mean, in standard deviations of one "
                                 "estimate). fails: the whole interval is beyond the bound. cannot tell: "
                                 "the interval reaches across it. conditions not met: the lemma speaks of "
                                 "no pair.",
                                 100 * bound_margin),
                     "A row shows the pair of points that decided: the one that breaks the bound by most, "
                     "or else comes nearest to it. The worst ratio is the largest measured value over its "
                     "bound, of all pairs. Lemmas 2 and 3 are for plain Count Sketch, p = 1."};
  document.tables = {bounds_overview(results)};
  for (Table& table : bounds_tables(results)) document.tables.push_back(std::move(table));
  if (results.config.quick)
    for (Table& table : document.tables) table.remarks.insert(table.remarks.begin(), "QUICK: few seeds.");

  const auto add = [&](std::string heading, Lines lines) {
    if (!lines.empty()) document.notes.push_back({std::move(heading), std::move(lines)});
  };
  const RunGroupPointers groups = pointers_to(results.cells);
  add("Why lemmas fail", reasons(results));
  add("Seeds, levels and pairs", level_lines(results));
  add("Missing", figure.missing);
  add("Data", data_lines(groups));
  add("Machine and versions", machine_lines(groups));
  add("Records left out", results.left_out);
  return document;
}

std::string number(std::optional<double> value) { return value ? fmt::format("{:.6g}", *value) : ""; }

/// For programs: "adult", "uniform[d=500]".
std::string points_label(const RunGroup& group) {
  return group.dataset.d > 0 ? fmt::format("{}[d={}]", group.dataset_label, group.dataset.d)
                             : group.dataset_label;
}

std::string csv_line_of(const CheckedCell& cell, const BoundCheck* check) {
  std::vector<std::string> fields = {check != nullptr ? check->lemma : "", points_label(cell),
                                     std::to_string(cell.degree), std::to_string(cell.D)};
  if (check == nullptr) {
    fields.resize(13);
  } else {
    const std::optional<Comparison>& decisive = check->decisive;
    const auto of_pair = [&](auto&& field) { return decisive ? number(field(*decisive)) : ""; };
    fields.insert(fields.end(), {std::to_string(check->pairs), std::to_string(cell.seeds), check->quantity,
                                 of_pair([](const Comparison& c) { return std::optional(c.bound); }),
                                 of_pair([](const Comparison& c) { return std::optional(c.measured); }),
                                 of_pair([](const Comparison& c) { return c.low; }),
                                 of_pair([](const Comparison& c) { return c.high; }),
                                 number(check->worst_ratio), std::string(name_of(check->verdict))});
  }
  fields.emplace_back(name_of(cell.status));
  return csv_line(fields);
}

std::string csv_of(const BoundsResults& results) {
  std::string csv = std::string(bounds_csv_header) + "\n";
  for (const CheckedCell& cell : results.cells) {
    for (const BoundCheck& check : cell.checks) csv += csv_line_of(cell, &check);
    if (cell.checks.empty()) csv += csv_line_of(cell, nullptr);
  }
  return csv;
}

}  // namespace

Report bounds_report(const Config& config, const ReportSources& sources) {
  const BoundsResults results = bounds_results(config, sources);
  Report report;
  report.config = results.config;
  report.csv = csv_of(results);
  report.shows = Shows::checks;
  report.figures = {bounds_figure(results)};
  report.document = document_of(results, report.figures.front());
  report.left_out = results.left_out;
  for (const CheckedCell& cell : results.cells) {
    report.groups.push_back(cell);
    report.has_records = report.has_records || cell.has_record();
  }
  return report;
}

}  // namespace sketchbench
