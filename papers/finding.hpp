#pragma once
#include <span>
#include <string>

#include <sketchbench/report/claims/measured_claim.hpp>
#include "papers/paper.hpp"

namespace sketchbench {

/// Paper::finding with what was measured in place of its marks, each of one of the paper's claims:
///   {ID}        the least and the largest number of its cases, "0.21 to 0.39"
///   {most:ID}   the largest
///   {cases:ID}  in how many it holds, "19 of 20"
/// Empty where the paper has none, and where the sentence may not be so: a claim's verdict is not the one
/// that was committed, or is of quick runs, or somebody's own claims stand in the place of the paper's.
/// InputError for a mark of another form.
std::string finding(const Paper& paper, std::span<const MeasuredClaim> claims);

}  // namespace sketchbench
