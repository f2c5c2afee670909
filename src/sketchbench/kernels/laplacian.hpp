#pragma once
#include <span>
#include <string>
#include <string_view>

#include <sketchbench/core/rows.hpp>
#include <sketchbench/kernels/sigma.hpp>

namespace sketchbench {

/// kappa(x, y) = exp(-|x - y|_1 / sigma), sigma > 0. Its spectral measure is a product of Cauchy
/// distributions with scale 1 / sigma (Rahimi & Recht 2007, Figure 1).
struct LaplacianKernel {
  static constexpr std::string_view family = "laplacian";
  static constexpr std::string_view formula = "exp(-gamma |x - y|_1)";
  static constexpr GammaRelation gamma{.factor = 1, .power = 1};
  Sigma sigma = 1;

  double operator()(const Rows& x, Index i, const Rows& y, Index j) const;
  /// Kernel::joined().
  float joined(std::span<const float> values) const;
  auto operator<=>(const LaplacianKernel&) const = default;

  static const Fields<LaplacianKernel>& fields();  ///< "sigma"
};

/// Throws InputError unless sigma is in range (sigma.hpp).
void check(const LaplacianKernel& kernel);

/// "Laplacian, σ = 0.5".
std::string display(const LaplacianKernel& kernel);

}  // namespace sketchbench
