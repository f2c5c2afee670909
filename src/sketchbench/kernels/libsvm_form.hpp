#pragma once
#include <optional>

#include <sketchbench/kernels/kernel.hpp>

namespace sketchbench {

/// A kernel in the parameters of LIBSVM (Chang & Lin 2011) and its svm-train: 1 is (gamma <x, y> +
/// coef0)^degree, 2 is exp(-gamma |x - y|^2).
struct LibsvmForm {
  int type = 1;      ///< svm_parameter::kernel_type, -t
  int degree = 0;    ///< -d
  double gamma = 1;  ///< -g
  double coef0 = 0;  ///< -r
};

/// None for a kernel that LIBSVM does not have.
std::optional<LibsvmForm> libsvm_form(const Kernel& kernel);

}  // namespace sketchbench
