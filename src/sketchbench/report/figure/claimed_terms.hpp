#pragma once
#include <optional>
#include <span>
#include <vector>

#include <sketchbench/report/figure/power_law.hpp>

namespace sketchbench {

/// How measured numbers stand to a claimed formula such as p (d + D log D): one coefficient for each of its
/// terms, none negative, and one for what does not grow. At small sizes a power law through the numbers has
/// another exponent than the formula's largest term; the fitted formula has the same, unless the claim is
/// wrong.
struct ClaimedTerms {
  std::vector<double> fitted;  ///< at each size
  double growing_share = 0;    ///< of the fitted number at the largest size: of terms that vary with the size
  double largest_deviation = 0;        ///< of |fitted / measured - 1|
  std::optional<PowerLaw> fitted_law;  ///< through the fitted numbers, to set beside that of the measured
  std::optional<PowerLaw> excess;  ///< through measured / fitted: its exponent is 0 where the claim is right

  /// Whether the measured numbers grow faster than the formula can: the whole interval of the excess exponent
  /// is above 0, by as much as two decimals show. A claim is an upper bound; what grows more slowly meets it.
  bool grow_faster() const;
};

/// Least squares of fitted / measured - 1, so that a relative deviation counts the same at every size.
/// `terms`: the value of each of the formula's terms at each size; those that are in proportion at these
/// sizes count as one, those that do not vary as what does not grow. None without sizes, or where a measured
/// number is not positive; Error where the lengths differ or a term is negative.
std::optional<ClaimedTerms> fit_claimed_terms(std::span<const double> sizes,
                                              const std::vector<std::vector<double>>& terms,
                                              std::span<const double> measured);

}  // namespace sketchbench
