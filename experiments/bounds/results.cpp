#include "experiments/bounds/results.hpp"

#include <fmt/format.h>

#include <algorithm>

#include <sketchbench/core/text.hpp>
#include "experiments/bounds/run.hpp"

namespace sketchbench {
namespace {

CheckFamily family_of(const std::vector<CheckedCell>& cells) {
  CheckFamily family;
  for (const CheckedCell& cell : cells)
    for (const BoundCheck& check : cell.checks) {
      if (check.verdict == BoundVerdict::conditions_not_met) continue;
      ++family.checks;
      family.level += cell.level;
    }
  return family;
}

void leave_undecided(std::vector<CheckedCell>& cells) {
  for (CheckedCell& cell : cells)
    for (BoundCheck& check : cell.checks)
      if (check.verdict == BoundVerdict::fails) check.verdict = BoundVerdict::cannot_tell;
}

}  // namespace

CheckedCell::CheckedCell(RunGroup group)
    : RunGroup(std::move(group)), degree(static_cast<int>(kernel.number("degree").value_or(0))) {
  if (done.empty()) return;
  const LemmaVerdicts& result = result_of<LemmaVerdicts>(done.front());
  seeds = result.seeds;
  level = result.level;
  checks = result.checks;
}

const BoundCheck* CheckedCell::find(std::string_view lemma, std::string_view quantity) const {
  const auto found = std::find_if(checks.begin(), checks.end(), [&](const BoundCheck& check) {
    return check.lemma == lemma && check.quantity == quantity;
  });
  return found == checks.end() ? nullptr : &*found;
}

BoundsResults bounds_results(const Config& config, const ReportSources& sources) {
  RunGroups groups = group_runs(config, sources);
  BoundsResults results{
      .config = std::move(groups.config), .family = {}, .cells = {}, .left_out = std::move(groups.left_out)};
  for (RunGroup& group : groups.groups) results.cells.emplace_back(std::move(group));
  results.family = family_of(results.cells);
  if (!results.family.decides()) leave_undecided(results.cells);
  return results;
}

const std::vector<LemmaStatement>& lemma_statements() {
  static const std::vector<LemmaStatement> all = {
      {"2", "bias", "Lemma 2: the mean is ⟨x,y⟩"},
      {"2", "variance", "Lemma 2: the variance is (|x|² |y|² + ⟨x,y⟩² − 2 sum of x²y²) / D"},
      {"3", "variance", "Lemma 3: the variance is at most (⟨x,y⟩² + |x|² |y|²) / D"},
      {"6", "bias", "Lemma 6: the mean is ⟨x,y⟩ᵖ"},
      {"6", "variance", "Lemma 6: the variance is at most (⟨x,y⟩²ᵖ + |x|²ᵖ |y|²ᵖ) / D"},
      {"6 corrected", "variance",
       "Lemma 6, corrected: where ⟨x,y⟩² is at least the sum of x²y², the variance is at most ((2⟨x,y⟩² + "
       "|x|² |y|² − 2 sum of x²y²)ᵖ − ⟨x,y⟩²ᵖ) / D"},
      {"6 corrected", "variance by norms",
       "Lemma 6, corrected: the variance is at most (3ᵖ − 1) |x|²ᵖ |y|²ᵖ / D"},
      {"7", "tail", "Lemma 7: a relative error of e or more has probability at most 2 / (D e² cos²ᵖ)"},
      {"8", "largest", "Lemma 8: no estimate is beyond R²ᵖ, R the larger 1-norm"},
      {"9", "tail of averages",
       "Lemma 9: an average of t is off by e or more with probability at most 2 exp(−t e² / 2R⁴ᵖ)"},
      {"10", "tail",
       "Lemma 10: for |x| = 1, ⟨f(x),f(x)⟩ is off by e or more with probability at most 2 delta"}};
  return all;
}

std::string points_title(const RunGroup& group) {
  std::string title = group.dataset_title();
  if (group.dataset.d > 0) title += fmt::format(", d = {}", with_commas(group.dataset.d));
  return title;
}

}  // namespace sketchbench
