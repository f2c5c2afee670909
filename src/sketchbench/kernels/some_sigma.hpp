#pragma once
#include <sketchbench/kernels/kernel.hpp>

namespace sketchbench {

/// Whether the kernel has a sigma that training rows are to give a number.
inline bool has_sigma_rule(const Kernel& kernel) {
  const Sigma* const sigma = kernel.sigma();
  return sigma != nullptr && !sigma->is_number();
}

/// The kernel itself, or, where it has a rule for its sigma, the one with a sigma of 1: for what holds for
/// every sigma alike, such as which maps and learners support the kernel.
inline Kernel with_some_sigma(const Kernel& kernel) {
  return has_sigma_rule(kernel) ? kernel.with_sigma(1) : kernel;
}

}  // namespace sketchbench
