#pragma once
#include <span>
#include <string>
#include <string_view>

#include <sketchbench/core/rows.hpp>
#include <sketchbench/kernels/sigma.hpp>

namespace sketchbench {

/// kappa(x, y) = product over k of 1 / (1 + (x_k - y_k)^2 / sigma^2), sigma > 0. Its spectral measure is a
/// product of Laplace distributions with scale 1 / sigma (Rahimi & Recht 2007, Figure 1, where it has a
/// factor that makes kappa(x, x) other than 1).
struct CauchyKernel {
  static constexpr std::string_view family = "cauchy";
  static constexpr std::string_view formula = "prod_k 1 / (1 + gamma (x_k - y_k)^2)";
  static constexpr GammaRelation gamma{.factor = 1, .power = 2};
  Sigma sigma = 1;

  double operator()(const Rows& x, Index i, const Rows& y, Index j) const;
  /// Kernel::joined().
  float joined(std::span<const float> values) const;
  auto operator<=>(const CauchyKernel&) const = default;

  static const Fields<CauchyKernel>& fields();  ///< "sigma"
};

/// Throws InputError unless sigma is in range (sigma.hpp).
void check(const CauchyKernel& kernel);

/// "Cauchy, σ = 0.5".
std::string display(const CauchyKernel& kernel);

}  // namespace sketchbench
