#pragma once
#include <cmath>
#include <string>
#include <string_view>

#include <sketchbench/core/fields.hpp>
#include <sketchbench/core/rows.hpp>

namespace sketchbench {

/// kappa(x, y) = (coef0 + <x, y>)^degree, with degree >= 1 and coef0 >= 0 (Pham & Pagh 2013, section 4.2).
struct PolynomialKernel {
  static constexpr std::string_view family = "polynomial";
  static constexpr std::string_view formula = "(<x, y> + coef0)^degree";
  static constexpr std::string_view advice = "lower the degree or coef0";
  int degree = 2;
  double coef0 = 0;

  double of_inner_product(double inner) const { return std::pow(coef0 + inner, degree); }
  double of_products(double inner, double /*norm_x*/, double /*norm_y*/) const {
    return of_inner_product(inner);
  }
  double operator()(const Rows& x, Index i, const Rows& y, Index j) const {
    return of_inner_product(inner_product(x, i, y, j));
  }
  /// The coefficient a_n of t^n in (coef0 + t)^degree: binomial(degree, n) * coef0^(degree - n); 0 for n >
  /// degree.
  double maclaurin(int n) const;
  /// True when kappa(x, y) is 0 but for the rounding of <x, y>: at most 1e-12 of what its terms sum to.
  bool vanishes(double inner, double norm_x, double norm_y) const;
  auto operator<=>(const PolynomialKernel&) const = default;

  /// One with a constant, for maps and learners that need it.
  static PolynomialKernel other_example() { return {.degree = 2, .coef0 = 1}; }

  /// "degree", which a configuration must say, and "coef0".
  static const Fields<PolynomialKernel>& fields();
  /// -0 is 0: one kernel has one description.
  void check(const StrictObject&) { coef0 += 0.0; }
};

/// As people write it: "⟨x,y⟩²", "(1+⟨x,y⟩)⁴".
std::string display(const PolynomialKernel& kernel);

/// Throws InputError unless degree >= 1 and coef0 is finite and >= 0.
void check(const PolynomialKernel& kernel);

}  // namespace sketchbench
