#pragma once
#include <vector>

#include <sketchbench/report/claims/measured_claim.hpp>

namespace sketchbench::kdd13 {

/// What the claims of the paper are measured by: accuracies (accuracies.hpp), published numbers
/// (published.hpp), errors of the kernel's estimates (errors.hpp), times (times.hpp,
/// construction.hpp) and the lemmas (bounds.hpp).
std::vector<NamedMeasure> claim_measures();

}  // namespace sketchbench::kdd13
