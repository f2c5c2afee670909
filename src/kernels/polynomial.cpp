#include "kernels/polynomial.hpp"

#include <fmt/format.h>

#include "base/error.hpp"

namespace sketchbench {

double PolynomialKernel::maclaurin(int n) const {
  if (n < 0 || n > degree) return 0;
  double binomial = 1;
  for (int k = 1; k <= n; ++k) binomial = binomial * (degree - n + k) / k;
  return binomial * std::pow(coef0, degree - n);  // pow(0, 0) is 1, as the homogeneous kernel needs
}

void check(const PolynomialKernel& kernel) {
  if (kernel.degree < 1)
    throw InputError(fmt::format("the kernel's degree is {}, expected a whole number of at least 1", kernel.degree));
  if (!std::isfinite(kernel.coef0) || kernel.coef0 < 0)
    throw InputError(fmt::format("the kernel's coef0 is {}, expected a number of at least 0", kernel.coef0));
}

}  // namespace sketchbench
