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

float CauchyKernel::joined(std::span<const float> values) const {
  const double scale = sigma.value();
  double exponent = 0;
  for (const float value : values) exponent += std::log1p(double{value} / scale * (double{value} / scale));
  return static_cast<float>(scale * std::sqrt(std::expm1(exponent)));
}

const Fields<CauchyKernel>& CauchyKernel::fields() {
  static const Fields<CauchyKernel> all = {{sigma_field(), &CauchyKernel::sigma}};
  return all;
}

void check(const CauchyKernel& kernel) { check_sigma(kernel.sigma); }

std::string display(const CauchyKernel& kernel) { return fmt::format("Cauchy, σ = {}", kernel.sigma.text()); }

}  // namespace sketchbench
