#pragma once
#include <memory>

#include <sketchbench/kernels/kernel.hpp>
#include <sketchbench/numerics/eigensolvers/symmetric_operator.hpp>
#include <sketchbench/numerics/spectral_norm.hpp>
#include "experiments/sampling_theorems/error_bounds.hpp"

namespace sketchbench {

/// One draw of it from the Gram matrix of the rows.
std::unique_ptr<SymmetricOperator> make_randomised(const RandomisedMatrix& matrix, const Kernel& kernel,
                                                   const Rows& rows, Seed seed, int threads);
/// Bytes of it for m rows, with what making it takes beside.
double memory_of(const RandomisedMatrix& matrix, Index m);

/// |A - B| from products of both, in single precision; neither is written out.
SpectralNorm norm_of_difference(const SymmetricOperator& a, const SymmetricOperator& b, double tolerance,
                                int threads);

}  // namespace sketchbench
