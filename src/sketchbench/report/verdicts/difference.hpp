#pragma once
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include <sketchbench/report/statistics.hpp>
#include <sketchbench/report/verdicts/family.hpp>
#include <sketchbench/report/verdicts/split_noise.hpp>
#include <sketchbench/report/verdicts/welch.hpp>

namespace sketchbench {

/// What a test says of the difference of our mean from a published one.
enum class Verdict {
  none,             ///< nothing was compared
  equal,            ///< the whole interval lies within equal_points of 0: a test of equivalence
  consistent,       ///< the difference is not told from 0, and the interval is wider than that
  differs_by_less,  ///< told from 0, and less than equal_points
  differs,          ///< told from 0, and not less
};
/// "equal", "consistent", "differs_by_less", "differs"; empty for none: as in table.csv.
std::string_view name_of(Verdict verdict);
/// For people: "equal within 0.5 points".
std::string_view words_of(Verdict verdict);
/// One sign, behind a number.
std::string_view mark_of(Verdict verdict);
/// All but none, in the order above.
const std::vector<Verdict>& all_verdicts();

/// What counts as equal, in percentage points.
inline constexpr double equal_points = 0.5;

/// A published mean as it stands in print.
struct PublishedMean {
  Sample sample;                ///< n: the runs behind it
  std::optional<int> decimals;  ///< digits behind the point; none: not known, and then no bound is made of it

  /// Half a unit of the last digit: how far the number behind it may be.
  double rounding() const;
};

/// What is compared. Percentage points.
struct ComparedMeans {
  Sample ours;
  PublishedMean published;
  bool draws = true;  ///< false: neither side draws anything, so a mean of one run is exact
  std::optional<SplitNoise> split = std::nullopt;  ///< none: both sides have the same split, the publisher's
};

/// A comparison's difference, ours less the published one.
struct Difference {
  WelchEstimate estimate;
  VariancePart of_draws = {}, of_split = {};  ///< what its variance is the sum of, of both sides
  /// The published number has no spread though its method draws: ours was taken for it.
  bool spread_assumed = false;
};

/// Welch's difference of the two means. Its variance is that of our mean and that of theirs, std^2 / n, and
/// the split's on both sides; the bound is the rounding of the published mean. The published deviation is
/// taken at the upper end of its own rounding. Where a side that draws has one run or no deviation, the
/// other's stands for it; where neither has one, the error is infinite. The estimate is meaningless when
/// either sample is empty.
Difference difference_of(const ComparedMeans& means);

/// A comparison of a family, judged.
struct JudgedDifference {
  Verdict verdict = Verdict::none;
  double adjusted_p = 1;         ///< Holm's
  MeanInterval interval;         ///< of 95 % for this difference alone
  MeanInterval family_interval;  ///< at the family's confidence: equivalence is decided by this one
  double detectable = 0;  ///< a difference that the family's test finds with probability 0.8 (detectable())
};

/// The verdicts on a family of comparisons, in the order given: "told from 0" is Holm's test at `level`,
/// equivalence uses intervals of bonferroni_confidence(), so that with a probability of 1 - level no true
/// difference of 0 is told from 0, and likewise no difference of equal_points or more is called equal.
std::vector<JudgedDifference> judge(std::span<const Difference> family, double level = family_level);

}  // namespace sketchbench
