#include <sketchbench/kernels/gaussian.hpp>

#include <fmt/format.h>

#include <sketchbench/kernels/differences.hpp>

namespace sketchbench {

double GaussianKernel::operator()(const Rows& x, Index i, const Rows& y, Index j) const {
  double squared = 0;
  for_each_difference(x, i, y, j, [&](double difference) { squared += difference * difference; });
  return of_squared_distance(squared);
}

const Fields<GaussianKernel>& GaussianKernel::fields() {
  static const Fields<GaussianKernel> all = {{sigma_field(), &GaussianKernel::sigma}};
  return all;
}

void check(const GaussianKernel& kernel) { check_sigma(kernel.sigma); }

std::string display(const GaussianKernel& kernel) {
  return fmt::format("Gaussian, σ = {}", kernel.sigma.text());
}

}  // namespace sketchbench
