#pragma once
#include <vector>

#include <sketchbench/report/claims/measured_claim.hpp>

namespace sketchbench::nips01 {

/// For each inequality of the theorems a measure: the largest measured value over its bound, of all draws, a
/// case for each sample, kernel and randomised matrix that a "sampling_theorems" configuration has. Such a
/// number is what was seen and has no interval. Where a theorem leaves a probability to a broken inequality,
/// a case that is broken no oftener than that is not refuted. A hypothesis that is not met leaves a case
/// undecided, but for the measures whose names end with "_all_the_same"; so does a measured value of 0.
///   theorem_1, theorem_1_all_the_same   |E|, with the sigma that meets the hypothesis and the entries' own
///   theorem_2_found, theorem_2_all      the first inequality and the second
///   theorem_3, theorem_3_widest_gap     rotated features of unseen points: all components, best separated
///   theorem_3_any_v                     likewise, for the worst vector of kernel values
///   theorem_4, theorem_4_plain          a single feature as printed, and without its normalisation
///   theorem_4_normalised                with it, and the bound that follows
///   theorem_5_count, theorem_5_error    coefficients that are not 0; relative errors
///   theorem_5_error_in_size             of values that are not trivial in size, negative ones among them
///   theorem_6_distances, theorem_6_products, and both with "_as_printed": P = p / sqrt(d)
std::vector<NamedMeasure> bound_share_measures();

}  // namespace sketchbench::nips01
