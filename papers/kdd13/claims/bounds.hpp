#pragma once
#include <vector>

#include <sketchbench/report/claims/measured_claim.hpp>

namespace sketchbench::kdd13 {

/// For each statement of the "bounds" experiment a measure: what was measured over its bound, for the pair of
/// points that decides, a case for each data set, degree and D; of a mean its distance from the kernel, in
/// standard deviations of an estimate. A bound that speaks of no pair of a case is not asked for there. The
/// intervals are those of the records, at a level that all pairs of a check share; where the levels of a
/// claim's cases come to more than 0.05 altogether, none decides. Any points do: the lemmas are about all.
///   lemma_2_mean, lemma_2_variance, lemma_3, lemma_6_mean, lemma_6_variance, lemma_7, lemma_8, lemma_9,
///   lemma_10 corrected_variance, variance_by_norms       what holds in place of Lemma 6
std::vector<NamedMeasure> bound_measures();

}  // namespace sketchbench::kdd13
