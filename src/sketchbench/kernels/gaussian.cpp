#include <sketchbench/kernels/gaussian.hpp>

#include <fmt/format.h>

#include <sketchbench/kernels/differences.hpp>

namespace sketchbench {

double GaussianKernel::operator()(const Rows& x, Index i, const Rows& y, Index j) const {
  double squared = 0;
  for_each_difference(x, i, y, j, [&](double difference) { squared += difference * difference; });
  return of_squared_distance(squared);
}

std::vector<KernelParameter> GaussianKernel::parameters() const { return {sigma.parameter()}; }

GaussianKernel GaussianKernel::parse(StrictObject& object, const GaussianKernel* otherwise) {
  return {.sigma = read_sigma(object, otherwise == nullptr ? nullptr : &otherwise->sigma)};
}

void check(const GaussianKernel& kernel) { check_sigma(kernel.sigma); }

std::string display(const GaussianKernel& kernel) {
  return fmt::format("Gaussian, σ = {}", kernel.sigma.text());
}

}  // namespace sketchbench
