#pragma once
#include <filesystem>
#include <vector>

#include <sketchbench/report/claims/measured_claim.hpp>
#include <sketchbench/report/results/result_table.hpp>

namespace sketchbench {

/// A claim's cases with their numbers (claim_number.hpp) and the intervals of these. The statistics of every
/// claim are here and in curve_comparison.hpp:
///   independent runs   Welch's interval, of the means of accuracies and the like, of the mean logarithms of
///                      errors and times (ratios of geometric means). What the exact kernel gives draws
///                      nothing and has no spread
///   "scale": "logarithmic"   positive_mean_interval(), of a mean of errors
///   paired runs        Student's interval of the mean over runs of what each of them gives, of a ratio its
///                      logarithm
///   shares             Student's interval of log(share / (1 - share))
///   counted bytes      a point
///   a quantity with an interval of its own (Value::interval)   that
/// How often these miss a true number is shown in tests/report/interval_coverage_test.cpp.
/// `tables`: what the claim's configurations have measured, at least one. `file`: of the claim, for messages.
/// InputError as of ClaimRows and claim_curves().
ClaimMeasurement evaluate(const std::filesystem::path& file, const PublishedClaim& claim,
                          const std::vector<const ResultTable*>& tables);

}  // namespace sketchbench
