#pragma once
#include <filesystem>
#include <vector>

#include <sketchbench/report/claims/measured_claim.hpp>
#include <sketchbench/report/results/result_table.hpp>

namespace sketchbench {

/// A claim's cases with their numbers (claim_number.hpp) and the intervals of these. The statistics of every
/// claim are here and in curve_comparison.hpp:
///   independent runs   Welch's interval of the means, of accuracies and the like as they are, of errors and
///                      their ratios as logarithms to first order; of times the ratio of geometric means
///                      (speed_up()). What the exact kernel gives draws nothing and has no spread
///   paired runs        Hall's interval of the mean over runs of what each of them gives
///   counted bytes      a point
///   a quantity with an interval of its own (Value::interval)   that
/// `tables`: what the claim's configurations have measured, at least one. `file`: of the claim, for messages.
/// InputError as of ClaimRows and claim_curves().
ClaimMeasurement evaluate(const std::filesystem::path& file, const PublishedClaim& claim,
                          const std::vector<const ResultTable*>& tables);

}  // namespace sketchbench
