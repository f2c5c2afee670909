#pragma once
#include <cstddef>
#include <span>
#include <vector>

namespace sketchbench {

/// The probability with which anything at all may be said wrongly of a family of comparisons.
inline constexpr double family_level = 0.05;

/// The confidence of the intervals of so many comparisons, at least one, that together hold their numbers
/// with a probability of 1 - level: Bonferroni's 1 - level / size.
double bonferroni_confidence(std::size_t size, double level = family_level);

/// Holm's adjusted p-values, in the order given: one is at most the level if and only if Holm's step-down
/// test rejects that hypothesis, and then true hypotheses are rejected with at most that probability, however
/// the tests depend on each other (Holm 1979, "A simple sequentially rejective multiple test procedure",
/// Scand. J. Statist. 6). Requires p-values in [0, 1].
std::vector<double> holm_adjusted(std::span<const double> p_values);

}  // namespace sketchbench
