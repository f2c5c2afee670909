#pragma once
#include <vector>

#include <sketchbench/report/claims/measured_claim.hpp>

namespace sketchbench::ijcai15 {

/// What the paper's claims are measured by. Each is about every sample of the first configuration (of the
/// claim's data sets, where it names some) and every one of the claim's methods; in brackets, with every one
/// of its others as well.
///   error_ratio                 [method's error over the other's at equal l]
///   error_ratio_at_equal_time   [the same at equal CPU time]
///   feature_count_exponent      [e, where l features of the method do what l^e of the other do]
///   feature_share               [l over the number of the other's features that reach the method's error]
///   error_exponent              e of error ~ l^e, of the mean errors over maps
///   gap_exponent                e of the gap of the training optimum ~ l^e, of the mean gaps over maps;
///                               where a mean is not above 0, which such an exponent leaves out and the
///                               theorem allows, a case is not refuted
std::vector<NamedMeasure> claim_measures();

}  // namespace sketchbench::ijcai15
