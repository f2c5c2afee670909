#pragma once
#include <vector>

#include <sketchbench/report/claims/measured_claim.hpp>

namespace sketchbench::nips01 {

/// What a sampled Gram matrix gains and loses, of "kernel_pca" configurations: a case for each sample, kernel
/// and one of the claim's methods. In brackets: beside each of the claim's others, with the same D. Intervals
/// are over independent maps on one sample; map i of the one is set against map i of the other.
///   captured_share              tr(U^T K U) over the sum of the leading eigenvalues
///   making_time_ratio           [CPU time of making a map, over the other's: the geometric mean]
///   matrix_memory_ratio         [bytes that the matrix keeps, over the other's]
///   accuracy_loss               [the other's accuracy less the method's, in points]
///   error_over_nystrom_in_time, error_over_nystrom_in_memory
///                               subspace error, over the least of a Nyström map that takes no more of it
std::vector<NamedMeasure> sampling_gain_measures();

}  // namespace sketchbench::nips01
