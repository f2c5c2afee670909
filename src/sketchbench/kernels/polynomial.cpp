#include <sketchbench/kernels/polynomial.hpp>

#include <fmt/format.h>

#include <sketchbench/core/error.hpp>

namespace sketchbench {
double PolynomialKernel::maclaurin(int n) const {
  if (n < 0 || n > degree) return 0;
  double binomial = 1;
  for (int k = 1; k <= n; ++k) binomial = binomial * (degree - n + k) / k;
  return binomial * std::pow(coef0, degree - n);  // pow(0, 0) is 1, as the homogeneous kernel needs
}

bool PolynomialKernel::vanishes(double inner, double norm_x, double norm_y) const {
  // Of the terms of an inner product; sums of up to 10^4 of them round to a tenth of it at worst.
  constexpr double rounding = 1e-12;
  return std::abs(coef0 + inner) <= rounding * (coef0 + std::sqrt(norm_x * norm_y));
}

const Fields<PolynomialKernel>& PolynomialKernel::fields() {
  static const Fields<PolynomialKernel> all = {
      {{.name = "degree", .meaning = "the power", .low = 1, .high = 1000, .required = true},
       &PolynomialKernel::degree},
      {{.name = "coef0", .meaning = "what is added to the inner product", .low = 0},
       &PolynomialKernel::coef0}};
  return all;
}

std::string display(const PolynomialKernel& kernel) {
  static constexpr const char* superscripts[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string exponent;
  if (kernel.degree != 1)
    for (const char digit : std::to_string(kernel.degree)) exponent += superscripts[digit - '0'];
  return kernel.coef0 == 0 ? fmt::format("⟨x,y⟩{}", exponent)
                           : fmt::format("({}+⟨x,y⟩){}", kernel.coef0, exponent);
}

void check(const PolynomialKernel& kernel) {
  if (kernel.degree < 1)
    throw InputError(
        fmt::format("the kernel's degree is {}, expected a whole number of at least 1", kernel.degree));
  if (!std::isfinite(kernel.coef0) || kernel.coef0 < 0)
    throw InputError(fmt::format("the kernel's coef0 is {}, expected a number of at least 0", kernel.coef0));
}

}  // namespace sketchbench
