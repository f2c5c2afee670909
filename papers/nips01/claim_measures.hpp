#pragma once
#include <vector>

#include <sketchbench/report/claims/measured_claim.hpp>

namespace sketchbench::nips01 {

/// What the paper's claims are measured by: shares of the theorems' bounds (bound_shares.hpp), and what
/// sampling gains and loses (sampling_gains.hpp).
std::vector<NamedMeasure> claim_measures();

}  // namespace sketchbench::nips01
