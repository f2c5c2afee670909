#include <sketchbench/kernels/laplacian.hpp>

#include <fmt/format.h>

#include <cmath>

#include <sketchbench/kernels/differences.hpp>

namespace sketchbench {

double LaplacianKernel::operator()(const Rows& x, Index i, const Rows& y, Index j) const {
  double distance = 0;
  for_each_difference(x, i, y, j, [&](double difference) { distance += difference; });
  return std::exp(-distance / sigma.value());
}

float LaplacianKernel::joined(std::span<const float> values) const {
  double length = 0;
  for (const float value : values) length += std::abs(double{value});
  return static_cast<float>(length);
}

const Fields<LaplacianKernel>& LaplacianKernel::fields() {
  static const Fields<LaplacianKernel> all = {{sigma_field(), &LaplacianKernel::sigma}};
  return all;
}

void check(const LaplacianKernel& kernel) { check_sigma(kernel.sigma); }

std::string display(const LaplacianKernel& kernel) {
  return fmt::format("Laplacian, σ = {}", kernel.sigma.text());
}

}  // namespace sketchbench
