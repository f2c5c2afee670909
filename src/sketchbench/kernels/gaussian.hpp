#pragma once
#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>

#include <sketchbench/core/rows.hpp>
#include <sketchbench/kernels/sigma.hpp>

namespace sketchbench {

/// kappa(x, y) = exp(-|x - y|^2 / (2 sigma^2)), sigma > 0. Its spectral measure is normal with deviation 1 /
/// sigma in each coordinate (Rahimi & Recht 2007, Figure 1).
struct GaussianKernel {
  static constexpr std::string_view family = "gaussian";
  static constexpr std::string_view formula = "exp(-gamma |x - y|^2)";
  static constexpr GammaRelation gamma{.factor = 2, .power = 2};
  Sigma sigma = 1;

  /// From the squared Euclidean distance; what rounding made negative counts as 0.
  double of_squared_distance(double squared) const {
    return std::exp(-std::max(squared, 0.0) / (2 * sigma.value() * sigma.value()));
  }
  double of_products(double inner, double norm_x, double norm_y) const {
    return of_squared_distance(norm_x + norm_y - 2 * inner);
  }
  double operator()(const Rows& x, Index i, const Rows& y, Index j) const;
  auto operator<=>(const GaussianKernel&) const = default;

  static const Fields<GaussianKernel>& fields();  ///< "sigma"
};

/// Throws InputError unless sigma is in range (sigma.hpp).
void check(const GaussianKernel& kernel);

/// "Gaussian, σ = 0.5".
std::string display(const GaussianKernel& kernel);

}  // namespace sketchbench
