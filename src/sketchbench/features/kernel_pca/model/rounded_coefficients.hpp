#pragma once
#include <Eigen/Core>
#include <cstdint>

#include <sketchbench/core/types.hpp>

namespace sketchbench {

/// Randomised rounding of expansion coefficients (Achlioptas, McSherry & Schölkopf 2001, section 4), with the
/// division by s already in: alpha_i stays as it is where |alpha_i| >= 1/s, and elsewhere becomes
/// sgn(alpha_i) / s with probability s |alpha_i|, or 0. Each has the mean alpha_i; sum over i of
/// min(1, s |alpha_i|) of them are not 0 in the mean.
///
/// `alpha` is of length 1 in the paper, which is what s is measured by; nothing here asks for it. Coefficient
/// i takes draw i of (seed, stream), whatever the others are: each feature has a stream of its own. Throws
/// InputError unless s is a finite number above 0.
Eigen::VectorXd rounded_coefficients(const Eigen::VectorXd& alpha, double s, Seed seed,
                                     std::uint64_t stream = 0);

}  // namespace sketchbench
