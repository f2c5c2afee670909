#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "experiments/kernel_pca/results.hpp"

namespace sketchbench {

/// Combined standard errors that two subspace errors differ by at least when they are said to differ.
inline constexpr double standard_errors_apart = 3;

/// Which of two maps has the smaller subspace error; undecided where the means differ by no more than
/// standard_errors_apart, or than the exact subspace is known.
enum class Nearer { first, second, undecided };
Nearer nearer(const KernelPcaRow& first, const KernelPcaRow& second);

/// A map of a sampled Gram matrix beside the Nyström map with the smallest subspace error on the same data
/// and kernel among those that took no more CPU time, and among those that take no more memory; null where
/// there is none.
struct EqualCosts {
  const KernelPcaRow* sampled;
  const KernelPcaRow *in_time, *in_memory;
};
std::vector<EqualCosts> equal_costs(const std::vector<KernelPcaRow>& rows);

/// Where sampling pays, in words: for each data set and kernel a line that counts, and one for each of its
/// sampled maps.
std::vector<std::string> lines_about_equal_costs(const std::vector<KernelPcaRow>& rows);

}  // namespace sketchbench
