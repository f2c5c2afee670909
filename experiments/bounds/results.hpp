#pragma once
#include <string>
#include <vector>

#include <sketchbench/report/run_groups.hpp>
#include "experiments/bounds/bound_check.hpp"

namespace sketchbench {

/// One cell of a "bounds" configuration: what its record says of each lemma.
struct CheckedCell : RunGroup {
  explicit CheckedCell(RunGroup group);

  int degree = 0;                  ///< of the polynomial kernel that the lemmas are about
  Index seeds = 0;                 ///< 0 without a record
  double level = 0;                ///< probability with which one check may say "fails" of what is true
  std::vector<BoundCheck> checks;  ///< empty without a record

  /// nullptr when there is no such check.
  const BoundCheck* find(std::string_view lemma, std::string_view quantity) const;
};

/// All checks of a configuration that were made. Together they say "fails" of something that is true with a
/// probability of at most the sum of their levels (Bonferroni).
struct CheckFamily {
  int checks = 0;    ///< those whose conditions are met by some pair
  double level = 0;  ///< the sum

  /// What the sum may come to for "fails" to be said of anything.
  static constexpr double most = 0.05;
  bool decides() const { return level <= most; }
};

struct BoundsResults {
  Config config;
  CheckFamily family;
  /// In the order of expand(). Of a family that does not decide, what fails by itself is "cannot tell".
  std::vector<CheckedCell> cells;
  std::vector<std::string> left_out;  ///< one line for each record file that could not be used
};

BoundsResults bounds_results(const Config& config, const ReportSources& sources);

/// What a lemma says of estimates, in a line.
struct LemmaStatement {
  std::string lemma, quantity;  ///< as in BoundCheck
  std::string text;  ///< "Lemma 6: the variance is at most (⟨x,y⟩²ᵖ + |x|²ᵖ |y|²ᵖ) / D"
};
/// All that are checked, in the paper's order.
const std::vector<LemmaStatement>& lemma_statements();

/// "Adult"; "Uniform points (generated), d = 500" where the configuration chose the columns.
std::string points_title(const RunGroup& group);

}  // namespace sketchbench
