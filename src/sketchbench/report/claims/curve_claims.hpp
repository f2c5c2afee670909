#pragma once
#include <sketchbench/report/claims/claim_rows.hpp>
#include <sketchbench/report/claims/measured_claim.hpp>

namespace sketchbench {

/// A claim whose number is of_curves(): its cases with their numbers (curve_comparison.hpp), and of counts a
/// table of them.
ClaimMeasurement measure_curves(const ClaimRows& rows);

}  // namespace sketchbench
