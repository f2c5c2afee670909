#pragma once
#include <vector>

#include "report/claims/measured_claim.hpp"

namespace sketchbench::ijcai15 {

/// What the paper's claims are measured by. Each is about every sample of the first configuration and every
/// one of the claim's methods; in brackets, with every one of its others as well.
///   error_ratio                 [method's error over the other's at equal l]
///   error_ratio_at_equal_time   [the same at equal CPU time]
///   feature_count_exponent      [e, where l features of the method do what l^e of the other do]
///   feature_share               [l over the number of the other's features that reach the method's error]
///   error_exponent              e of error ~ l^e
///   gap_exponent                e of the gap of the training optimum ~ l^e
std::vector<NamedMeasure> claim_measures();

}  // namespace sketchbench::ijcai15
