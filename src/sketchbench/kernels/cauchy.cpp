#include <sketchbench/kernels/cauchy.hpp>

#include <fmt/format.h>

#include <cmath>

#include <sketchbench/kernels/differences.hpp>

namespace sketchbench {

double CauchyKernel::operator()(const Rows& x, Index i, const Rows& y, Index j) const {
  // A sum of logarithms: a product of many factors would leave the range of double precision on the way.
  const double scale = sigma.value();
  double exponent = 0;
  for_each_difference(x, i, y, j, [&](double difference) {
    const double scaled = difference / scale;
    exponent += std::log1p(scaled * scaled);
  });
  return std::exp(-exponent);
}

std::vector<KernelParameter> CauchyKernel::parameters() const { return {sigma.parameter()}; }

CauchyKernel CauchyKernel::parse(StrictObject& object, const CauchyKernel* otherwise) {
  return {.sigma = read_sigma(object, otherwise == nullptr ? nullptr : &otherwise->sigma)};
}

void check(const CauchyKernel& kernel) { check_sigma(kernel.sigma); }

std::string display(const CauchyKernel& kernel) { return fmt::format("Cauchy, σ = {}", kernel.sigma.text()); }

}  // namespace sketchbench
